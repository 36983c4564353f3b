//! The plot: one curve per model over the number of calls, on a logarithmic axis of time. Drawn by `plotters` with only
//! its SVG back end, which is four small crates.

use std::error::Error;

use plotters::prelude::*;

use super::{Curve, PLOT_DEPTH};

const SIZE: (u32, u32) = (760, 470);
/// Told apart by readers who see colours differently, too.
const COLOURS: [RGBColor; 4] =
    [RGBColor(0x00, 0x72, 0xb2), RGBColor(0x00, 0x9e, 0x73), RGBColor(0xd5, 0x5e, 0x00), RGBColor(0xcc, 0x79, 0xa7)];
const GREY: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);

pub(super) fn svg(curves: &[Curve]) -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    draw(SVGBackend::with_string(&mut text, SIZE), curves)?;
    Ok(text)
}

fn draw(backend: SVGBackend<'_>, curves: &[Curve]) -> Result<(), Box<dyn Error>> {
    let area = backend.into_drawing_area();
    area.fill(&WHITE)?;
    let times = || curves.iter().flat_map(|curve| &curve.points).map(|point| point.time.as_secs_f64());
    // Whole powers of ten, with a curve between them even if nothing was measured.
    let least = power_of_ten(times().fold(1.0, f64::min).log10().floor());
    let most = power_of_ten(times().fold(least * 10.0, f64::max).log10().ceil());
    // The tick at the lower end is drawn only if it is inside.
    let range = least * 0.999..most;
    let calls = curves.iter().map(|curve| curve.points.len()).max().unwrap_or(0).max(1);

    let title = format!("Linked list, k = {PLOT_DEPTH}: time against calls of contains");
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 18))
        .margin(16)
        .margin_right(28)
        .x_label_area_size(46)
        .y_label_area_size(72)
        .build_cartesian_2d(0.7..calls as f64 + 0.3, range.log_scale())?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .bold_line_style(GREY)
        .light_line_style(WHITE)
        .x_labels(calls)
        .x_label_formatter(&|calls| format!("{calls:.0}"))
        .y_label_formatter(&|time| format!("{time} s"))
        .x_desc("calls of contains")
        .y_desc("time")
        .axis_desc_style(("sans-serif", 14))
        .label_style(("sans-serif", 13))
        .draw()?;
    for (curve, colour) in curves.iter().zip(COLOURS.into_iter().cycle()) {
        let points: Vec<(f64, f64)> =
            (1..).zip(&curve.points).map(|(call, point)| (f64::from(call), point.time.as_secs_f64())).collect();
        chart.draw_series(points.iter().map(|point| Circle::new(*point, 4, colour.filled())))?;
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)))?
            .label(curve.model)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE)
        .border_style(GREY)
        .label_font(("sans-serif", 14))
        .draw()?;
    area.present()?;
    Ok(())
}

fn power_of_ten(exponent: f64) -> f64 {
    10f64.powf(exponent)
}
