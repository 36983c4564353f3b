// Eight queens that do not attack each other.
sig Queen { x, y: Int }
run {
  all q: Queen | q.x >= 0 and q.x <= 7 and q.y >= 0 and q.y <= 7
  all disj q, r: Queen |
    q.x != r.x and q.y != r.y
    and minus[q.x, q.y] != minus[r.x, r.y] and plus[q.x, q.y] != plus[r.x, r.y]
} for exactly 8 Queen, 5 Int
