// A lift that nobody may leave between two floors: two flags and a number that wander together.
// args: --method Lift.run
// verdict: proved
class Lift {
    int floor;
    boolean isMoving;
    boolean isOpen;

    void step(int button, int top) {
        if (isMoving) {
            assert !isOpen;
            if (button > floor && floor < top) {
                floor++;
            } else if (button < floor && floor > 0) {
                floor--;
            } else {
                isMoving = false;
            }
        } else if (isOpen) {
            isOpen = false;
        } else if (button == floor) {
            isOpen = true;
        } else {
            isMoving = true;
        }
    }

    static void run(int[] buttons, int top) {
        if (buttons == null || top < 1) {
            return;
        }
        Lift lift = new Lift();
        for (int button : buttons) {
            lift.step(button, top);
            assert !(lift.isMoving && lift.isOpen);
            assert 0 <= lift.floor && lift.floor <= top;
        }
    }
}
