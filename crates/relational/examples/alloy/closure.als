// The closure of a closure is that closure.
sig Atom { r: set Atom }
check { ^(^r) = ^r } for exactly 8 Atom
