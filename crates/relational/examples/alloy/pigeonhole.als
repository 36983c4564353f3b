// Nine pigeons in eight holes.
sig Hole {}
sig Pigeon { hole: one Hole }
run { all disj p, q: Pigeon | p.hole != q.hole } for exactly 9 Pigeon, exactly 8 Hole
