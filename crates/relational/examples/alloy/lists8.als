// Lists of lists. Where no list is in two places and none contains itself, two lists that contain a third are one in the other.
sig List { first: lone Cell }
sig Cell { rest: lone Cell, item: lone List }
fun contains: List -> List { first.*rest.item }
check {
  (no iden & ^rest
    and (all c: Cell | lone first.c + rest.c and not (some first.c and some rest.c))
    and (all l: List | lone item.l)
    and no iden & ^contains)
  => all a, b: List | some a.^contains & b.^contains => a in b.*contains or b in a.*contains
} for exactly 8 List, exactly 8 Cell
