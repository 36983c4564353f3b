// A graph without triangles (Mycielski's, of 23 vertices) that four colours are too few for.
sig Colour {}
abstract sig Vertex { colour: one Colour }
one sig V0, V1, V2, V3, V4, V5, V6, V7, V8, V9, V10, V11, V12, V13, V14, V15, V16, V17, V18, V19, V20, V21, V22 extends Vertex {}
fun edges: Vertex -> Vertex {
  V0 -> V1 + V0 -> V3 + V0 -> V6 + V0 -> V8 + V0 -> V12 + V0 -> V14 + V0 -> V17 + V0 -> V19
  + V1 -> V2 + V1 -> V5 + V1 -> V7 + V1 -> V11 + V1 -> V13 + V1 -> V16 + V1 -> V18 + V2 -> V4
  + V2 -> V6 + V2 -> V9 + V2 -> V12 + V2 -> V15 + V2 -> V17 + V2 -> V20 + V3 -> V4 + V3 -> V5
  + V3 -> V9 + V3 -> V11 + V3 -> V15 + V3 -> V16 + V3 -> V20 + V4 -> V7 + V4 -> V8 + V4 -> V13
  + V4 -> V14 + V4 -> V18 + V4 -> V19 + V5 -> V10 + V5 -> V12 + V5 -> V14 + V5 -> V21 + V6 -> V10
  + V6 -> V11 + V6 -> V13 + V6 -> V21 + V7 -> V10 + V7 -> V12 + V7 -> V15 + V7 -> V21 + V8 -> V10
  + V8 -> V11 + V8 -> V15 + V8 -> V21 + V9 -> V10 + V9 -> V13 + V9 -> V14 + V9 -> V21 + V10 -> V16
  + V10 -> V17 + V10 -> V18 + V10 -> V19 + V10 -> V20 + V11 -> V22 + V12 -> V22 + V13 -> V22 + V14 -> V22
  + V15 -> V22 + V16 -> V22 + V17 -> V22 + V18 -> V22 + V19 -> V22 + V20 -> V22 + V21 -> V22
}
run { all v: Vertex | no v.colour & v.edges.colour } for exactly 4 Colour
