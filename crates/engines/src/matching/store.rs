//! Scenes reached so far, found by where they are and by what their roots must be.
//!
//! A stored scene can only cover a new one if the roots agree where the stored one is definite: null, an object of a class, a
//! constant. Stored scenes are therefore kept by *which* roots are definite (few different sets occur at one point) and, within
//! such a group, by a hash of those roots. Finding candidates takes one lookup for every group.

use std::hash::{Hash, Hasher};

use machine::machine::Machine;
use machine::scene::{Edge, Point, Scene};
use rustc_hash::{FxHashMap, FxHasher};

/// Candidates tried for one state.
const MOST_CANDIDATES: usize = 24;
/// Scenes kept at one point.
const MOST_SCENES: usize = 20_000;
/// Values of all scenes that are kept: some hundred megabytes.
const MOST_VALUES: usize = 4_000_000;
/// Comparisons at a point before it is asked whether they pay.
const TRIAL: u64 = 256;
/// What comparisons at a point may cost, in queries, before they have to pay; and what each hit is worth.
const FIRST_CREDIT: u64 = 512;
const CREDIT: u64 = 256;
/// What a query that the solver gives up on costs as much as.
const GIVEN_UP: u64 = 256;

/// All scenes, by point.
#[derive(Default)]
pub(crate) struct Store {
    shelves: FxHashMap<Point, Shelf>,
    /// Values of the scenes on all shelves.
    values: usize,
}

/// The scenes of one point.
#[derive(Default)]
pub(crate) struct Shelf {
    /// With the numbers that whoever keeps them gave them.
    scenes: Vec<(u32, Scene)>,
    groups: Vec<Group>,
    checks: u64,
    hits: u64,
    /// In queries.
    cost: u64,
    /// States let through without comparison since the last one that was compared.
    skipped: u64,
}

/// Scenes whose definite roots are the same ones.
struct Group {
    definite: Vec<bool>,
    by_hash: FxHashMap<u64, Vec<u32>>,
}

impl Store {
    /// The scenes to compare with. `None`: comparisons at this point hardly ever succeed, and this one is skipped.
    pub(crate) fn shelf(&mut self, scene: &Scene) -> Option<&mut Shelf> {
        let shelf = self.known_shelf(scene)?;
        if shelf.skipped < shelf.pause() {
            shelf.skipped += 1;
            return None;
        }
        shelf.skipped = 0;
        Some(shelf)
    }

    /// Keep a scene under the number that it is known by, unless there are too many.
    pub(crate) fn keep(&mut self, machine: &Machine, scene: Scene, number: u32) {
        let size = scene.size();
        if self.values + size > MOST_VALUES {
            return;
        }
        self.values += size;
        if let Some(shelf) = self.known_shelf(&scene) {
            shelf.keep(machine, scene, number);
        }
    }

    /// The scenes to compare with, whether or not that has paid.
    pub(crate) fn known_shelf(&mut self, scene: &Scene) -> Option<&mut Shelf> {
        if !self.shelves.contains_key(&scene.point) {
            self.shelves.insert(scene.point.clone(), Shelf::default());
        }
        self.shelves.get_mut(&scene.point)
    }
}

impl Shelf {
    /// How many states to let through for each one that is compared: more, the less comparing has paid.
    fn pause(&self) -> u64 {
        let for_misses =
            if self.checks < TRIAL || self.hits * 50 >= self.checks { 0 } else { (self.checks / TRIAL).min(64) };
        // Guarded references can make one comparison ask hundreds of queries.
        let for_costs = self.cost.saturating_sub(FIRST_CREDIT + CREDIT * self.hits) / 16;
        for_misses.max(for_costs.min(64))
    }

    /// Takes note of the queries that a comparison asked, and of those that the solver gave up on.
    pub(crate) fn spent(&mut self, queries: u64, given_up: u64) {
        self.cost += queries + GIVEN_UP * given_up;
    }

    pub(crate) fn checked(&mut self, is_hit: bool) {
        self.checks += 1;
        self.hits += is_hit as u64;
    }

    /// Stored scenes that may cover this one: the oldest and the newest, oldest first.
    pub(crate) fn candidates(&self, machine: &Machine, scene: &Scene) -> Vec<(u32, &Scene)> {
        let marks: Vec<Mark> = scene.roots.iter().map(|root| mark(machine, scene, &root.edge)).collect();
        let mut found: Vec<u32> = Vec::new();
        for group in &self.groups {
            let definite = || group.definite.iter().zip(&marks).filter(|(is_definite, _)| **is_definite);
            if definite().any(|(_, mark)| *mark == Mark::Any) {
                continue;
            }
            if definite().any(|(_, mark)| *mark == Mark::Cases) {
                // Each case has marks of its own.
                found.extend(group.by_hash.values().flatten());
                continue;
            }
            found.extend(group.by_hash.get(&hash(definite().map(|(_, mark)| mark))).into_iter().flatten());
        }
        found.sort_unstable();
        if found.len() > MOST_CANDIDATES {
            // The oldest are the most general, the newest the most alike.
            found.drain(MOST_CANDIDATES / 2..found.len() - MOST_CANDIDATES / 2);
        }
        found
            .into_iter()
            .map(|position| {
                let (number, scene) = &self.scenes[position as usize];
                (*number, scene)
            })
            .collect()
    }

    fn keep(&mut self, machine: &Machine, scene: Scene, number: u32) {
        if self.scenes.len() >= MOST_SCENES {
            return;
        }
        let marks: Vec<Mark> = scene.roots.iter().map(|root| mark(machine, &scene, &root.edge)).collect();
        let definite: Vec<bool> = marks.iter().map(|mark| !matches!(mark, Mark::Any | Mark::Cases)).collect();
        let key = hash(marks.iter().zip(&definite).filter(|(_, is_definite)| **is_definite).map(|(mark, _)| mark));
        let group = match self.groups.iter().position(|group| group.definite == definite) {
            Some(position) => &mut self.groups[position],
            None => {
                self.groups.push(Group { definite, by_hash: FxHashMap::default() });
                self.groups.last_mut().expect("just pushed")
            }
        };
        group.by_hash.entry(key).or_default().push(self.scenes.len() as u32);
        self.scenes.push((number, scene));
    }
}

/// What a root is, as far as a glance tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Mark {
    /// Something that may be compared with anything.
    Any,
    /// One of several things.
    Cases,
    Null,
    Constant(u32),
    Known(u32),
    /// An object, of this class if that is certain.
    Object(Option<u32>),
    /// An index at this place of the first array it belongs to.
    Index(u32),
}

fn mark(machine: &Machine, scene: &Scene, edge: &Edge) -> Mark {
    match edge {
        Edge::Primitive(term) if machine.pool.as_const(*term).is_some() => Mark::Constant(term.index() as u32),
        Edge::Null => Mark::Null,
        Edge::Known(object) => Mark::Known(object.0),
        Edge::Node(number) => {
            let node = &scene.nodes[*number as usize];
            match node.candidates {
                None if node.open.is_none() => Mark::Object(Some(node.class.index() as u32)),
                _ => Mark::Any,
            }
        }
        Edge::Guarded(_) => Mark::Cases,
        Edge::Index(places) => places.first().map_or(Mark::Any, |(_, place)| Mark::Index(*place)),
        Edge::Primitive(_) | Edge::UnreadPrimitive | Edge::Unread(_) | Edge::Segment(..) | Edge::Opaque => Mark::Any,
    }
}

fn hash<'m>(marks: impl Iterator<Item = &'m Mark>) -> u64 {
    let mut hasher = FxHasher::default();
    marks.for_each(|mark| mark.hash(&mut hasher));
    hasher.finish()
}
