//! What javac's code is lifted to, as text.

mod common;

use common::{program, text};

#[track_caller]
fn check(source: &str, method: &str, expected: &str) {
    let mut program = program(source);
    let found = text(&mut program, method, false);
    assert_eq!(found.trim_end(), expected.trim(), "{}", text(&mut program, method, true));
}

#[test]
fn loads_constants_and_stores_vanish() {
    check(
        "class T { static int loop(int[] a) { int s = 0; for (int i = 0; i < a.length; i++) s += a[i]; return s; } }",
        "loop",
        "
method T.loop(int[]): int, 4 registers
  r0 a: reference
block0:
  r1 = 0
  r2 = 0
block1: loop head
  r3 = length r0
  if r2 >= r3 goto block4
block2:
  begin iteration
block3:
  r3 = load.int r0[r2]
  r1 = add.int r1, r3
  r2 = add.int r2, 1
  goto block1
block4:
  return r1
",
    );
}

#[test]
fn a_local_on_the_stack_is_copied_before_it_changes() {
    check(
        "class T { static int twice(int i) { return i++ + ++i; } }",
        "twice",
        "
method T.twice(int): int, 2 registers
  r0 i: int
block0:
  r1 = r0
  r0 = add.int r0, 1
  r0 = add.int r0, 1
  r1 = add.int r1, r0
  return r1
",
    );
}

#[test]
fn values_on_the_stack_meet_in_one_register() {
    check(
        "class T { static long pick(boolean c, long a) { return c ? a : -a; } }",
        "pick",
        "
method T.pick(boolean,long): long, 3 registers
  r0 c: int
  r1 a: long
block0:
  if r0 == 0 goto block2
block1:
  r2 = r1
  goto block3
block2:
  r2 = negate.long r1
block3:
  return r2
",
    );
}

#[test]
fn two_slot_parameters_take_one_register() {
    check(
        "class T { double mix(long a, int b, double c, T d) { b++; return d == this ? c : a + b; } }",
        "mix",
        "
method T.mix(long,int,double,T): double, 7 registers
  r0 this: reference
  r1 a: long
  r2 b: int
  r3 c: double
  r4 d: reference
block0:
  r2 = add.int r2, 1
  if r4 is not r0 goto block2
block1:
  r5 = r3
  goto block3
block2:
  r6 = int_to_long r2
  r5 = add.long r1, r6
  r5 = long_to_double r5
block3:
  return r5
",
    );
}

#[test]
fn dup_forms_of_both_widths() {
    check(
        "class T { long f; long both(long[] a, int i) { return this.f = a[i]++; } }",
        "both",
        "
method T.both(long[],int): long, 5 registers
  r0 this: reference
  r1 a: reference
  r2 i: int
block0:
  r3 = load.long r1[r2]
  r4 = add.long r3, 1L
  store.long r1[r2], r4
  put r0, T.f: long, r3
  return r3
",
    );
}

#[test]
fn handlers_see_what_was_stored_before() {
    check(
        "class T { static long g; static int tries(String s) {
            int r = 0;
            try { r = 1; r = Integer.parseInt(s); } catch (NumberFormatException e) { r = r - 5; } finally { g = r; }
            return r; } }",
        "tries",
        "
method T.tries(String): int, 5 registers
  r0 s: reference
block0:
  r1 = 0
block1:
  handlers: java.lang.NumberFormatException -> block3, any -> block5
  r1 = 1
  r1 = invoke static java.lang.Integer.parseInt(Ljava/lang/String;)I (r0)
  goto block2
block2:
  r4 = int_to_long r1
  put static T.g: long, r4
  goto block6
block3:
  handlers: any -> block5
  r2 = catch
  r1 = subtract.int r1, 5
block4:
  r4 = int_to_long r1
  put static T.g: long, r4
  goto block6
block5:
  r3 = catch
  r4 = int_to_long r1
  put static T.g: long, r4
  throw r3
block6:
  return r1
",
    );
}

#[test]
fn switches_monitors_and_objects() {
    check(
        "class T { Object o; int pick(int x) { synchronized (this) { switch (x) { case 1: o = new int[x][2]; return 5;
            case 7: x++; default: return o instanceof String ? x : ((T) o).pick(3); } } } }",
        "pick",
        "
method T.pick(int): int, 6 registers
  r0 this: reference
  r1 x: int
block0:
  r2 = r0
  enter monitor r0
block1:
  handlers: any -> block10
  switch r1 [1 -> block2, 7 -> block4] else block5
block2:
  handlers: any -> block10
  r5 = new int[][] of r1, 2
  put r0, T.o: java.lang.Object, r5
  exit monitor r2
  r4 = 5
block3:
  return r4
block4:
  handlers: any -> block10
  r1 = add.int r1, 1
block5:
  handlers: any -> block10
  r4 = get r0, T.o: java.lang.Object
  r4 = r4 instanceof java.lang.String
  if r4 == 0 goto block7
block6:
  handlers: any -> block10
  r4 = r1
  goto block8
block7:
  handlers: any -> block10
  r4 = get r0, T.o: java.lang.Object
  r4 = cast r4 to T
  r4 = invoke virtual T.pick(I)I (r4, 3)
block8:
  handlers: any -> block10
  exit monitor r2
block9:
  return r4
block10: loop head
  handlers: any -> block10
  r3 = catch
  begin iteration
  exit monitor r2
block11:
  throw r3
",
    );
}

#[test]
fn call_sites_and_constants() {
    check(
        "class T { Runnable r(int k) { Class<?> c = int[].class; String s = \"a\" + k; return () -> System.out.println(s); } }",
        "r",
        "
method T.r(int): java.lang.Runnable, 5 registers
  r0 this: reference
  r1 k: int
block0:
  r2 = constant int[].class
  r3 = invoke dynamic makeConcatWithConstants(I)Ljava/lang/String; by java.lang.invoke.StringConcatFactory.makeConcatWithConstants (r1)
  r4 = invoke dynamic run(Ljava/lang/String;)Ljava/lang/Runnable; by java.lang.invoke.LambdaMetafactory.metafactory (r3)
  return r4
",
    );
}

#[test]
fn remarks_give_line_offset_and_weight() {
    let mut program = program("class T { static int f(int a, int b) {\n  int c = a / b;\n  return c;\n} }");
    let found = text(&mut program, "f", true);
    let remarks: Vec<&str> = found.lines().filter_map(|line| Some(line.split_once(" ; ")?.1)).collect();
    // The store belongs to the return: it does not happen if the division throws.
    assert_eq!(remarks, ["@2 line 2 weight 3", "@5 line 3 weight 3"]);
}
