"""An SO-101 by LeRobot, by Draughtsman's arm protocol. Draughtsman drives the arm's
servos by itself, too (driver: feetech); this one shows how motors that only go where
they are sent are led along straight lines, and can be kept as LeRobot has set them up.

    pip install 'lerobot[feetech]'
    lerobot-calibrate --robot.type=so101_follower --robot.port=/dev/ttyACM0 --robot.id=my_arm

    command: [python3, so101_arm.py, --port, /dev/ttyACM0, --id, my_arm]

Coordinates are mm: the origin is the foot of the axis about which the base turns, x
forward, y to the arm's left, z up.
"""

import argparse
import math
import sys
import threading
import time

from draughtsman_arm import Arm, ArmError, serve

JOINTS = ("shoulder_pan", "shoulder_lift", "elbow_flex", "wrist_flex", "wrist_roll")

# The arm's bones, mm, from its model (github.com/TheRobotStudio/SO-ARM100,
# Simulation/SO101/so101_new_calib.urdf), and how far above the level they point in the
# middle pose: base ahead, upper arm up, lower arm and hand level and ahead.
UP, OUT = 116.6, 30.4  # the shoulder's axis, above and in front of the origin
UPPER, UPPER_ELEVATION = math.hypot(112.57, 28.0), math.atan2(112.57, 28.0)
LOWER, LOWER_ELEVATION = math.hypot(134.9, 5.2), math.atan2(5.2, 134.9)
HAND = 159.23  # from the wrist's axis to the finger tips
FIXED_JAW = -7.9  # its face beside the axis of the hand's roll
SPARE = 3.0  # room beside a disc between the open jaws
TWIST = math.radians(2.8)  # of the roll in the middle pose

# What the joints may do, in radians from the middle pose. The elbow keeps 30° of bend:
# the straighter the arm, the faster it has to turn.
LIMITS = [tuple(map(math.radians, pair)) for pair in ((-110, 110), (-100, 100), (-43.8, 96.8), (-95, 95), (-157, 163))]
MOST_LEAN = math.radians(45)  # of the hand, from upright

# A servo's turn has 4096 steps; LeRobot's calibration puts the middle pose at 2047.
STEPS, MIDDLE = 4096, 2047


def tip(angles, aside):
    """Returns where the middle of what is between the jaws is (forward kinematics)."""
    pan, lift, elbow, wrist, _ = angles
    upper = UPPER_ELEVATION - lift
    lower = LOWER_ELEVATION - lift - elbow
    hand = -lift - elbow - wrist
    forward = OUT + UPPER * math.cos(upper) + LOWER * math.cos(lower) + HAND * math.cos(hand)
    z = UP + UPPER * math.sin(upper) + LOWER * math.sin(lower) + HAND * math.sin(hand)
    return (
        forward * math.cos(pan) + aside * math.sin(pan),
        -forward * math.sin(pan) + aside * math.cos(pan),
        z,
    )


def angles_for(x, y, z, aside):
    """Returns the joints' angles for a place (inverse kinematics), with the hand as
    upright as it can be.

    The jaws stand across the arm, so that what they hold lies beside its upright plane;
    that gives the angle of the base. In the plane, the hand points down, and leans only
    as far as it must for the other joints to be within their limits.
    """
    away = math.hypot(x, y)
    if away <= abs(aside):
        raise ArmError("limit", "too near the axis about which the arm turns")
    pan = math.asin(aside / away) - math.atan2(y, x)
    forward = math.sqrt(away**2 - aside**2)
    angles = leaning(pan, forward, z, 0.0)
    step = math.radians(1)
    lean = 0.0
    while angles is None and lean < MOST_LEAN:
        lean += step
        for side in (1, -1):
            if leaning(pan, forward, z, side * lean) is not None:
                angles = least_lean(pan, forward, z, side * (lean - step), side * lean)
                break
    if angles is None:
        raise ArmError("limit", f"({x:.0f}, {y:.0f}, {z:.0f}) is out of its reach")
    return angles


def leaning(pan, forward, z, lean):
    """Returns the angles with which the hand leans outwards by so much, None where a
    joint cannot do its part: the hand gives the place of the wrist, and shoulder, elbow
    and wrist are the corners of a triangle with three known sides."""
    hand = lean - math.pi / 2
    a, b = forward - OUT - HAND * math.cos(hand), z - UP - HAND * math.sin(hand)
    r = math.hypot(a, b)
    if not abs(UPPER - LOWER) < r < UPPER + LOWER:
        return None
    upper = math.atan2(b, a) + math.acos((UPPER**2 + r**2 - LOWER**2) / (2 * UPPER * r))  # the elbow is above
    lower = math.atan2(b - UPPER * math.sin(upper), a - UPPER * math.cos(upper))
    lift = UPPER_ELEVATION - upper
    elbow = LOWER_ELEVATION - lift - lower
    angles = (pan, lift, elbow, -lift - elbow - hand, TWIST + math.pi / 2)
    if all(least <= angle <= most for angle, (least, most) in zip(angles, LIMITS)):
        return angles
    return None


def least_lean(pan, forward, z, too_little, enough):
    """Returns the angles with the least lean between two of which one is possible."""
    for _ in range(30):
        middle = (too_little + enough) / 2
        if leaning(pan, forward, z, middle) is None:
            too_little = middle
        else:
            enough = middle
    return leaning(pan, forward, z, enough)


class SO101Arm(Arm):
    name = "so101_arm.py 1.0 (LeRobot)"
    features = ("hold", "feel", "position")
    accuracy = 4.0  # gravity bends it, and a servo's step is 0.6 mm at arm's length

    def __init__(self, options):
        super().__init__()
        self.options = options
        self.robot = None
        self.bus = threading.Lock()  # the servos are asked from two threads
        self.gripping = False
        self.homed = False

    # LeRobot.

    def connect(self, limits):
        follower, config = lerobot_classes()
        robot = follower(config(
            port=self.options.port, id=self.options.id, use_degrees=True, disable_torque_on_disconnect=False,
        ))
        try:
            robot.connect(calibrate=False)
        except Exception as error:
            raise ArmError("disconnected", f"LeRobot does not connect: {error}") from error
        if not robot.is_calibrated:
            raise ArmError("disconnected", "the arm is not calibrated: run lerobot-calibrate with this --robot.id")
        self.robot = robot

    def middle(self, joint):
        """Returns the servo's position, in steps, that LeRobot calls 0°: the middle of
        the range that was recorded when it was calibrated."""
        known = self.robot.calibration[joint]
        return (known.range_min + known.range_max) / 2

    def send_angles(self, *angles):
        action = {}
        for joint, angle in zip(JOINTS, angles):
            steps = MIDDLE + angle / math.tau * STEPS
            action[joint + ".pos"] = (steps - self.middle(joint)) * 360 / (STEPS - 1)
        self.act(action)

    def act(self, action):
        try:
            with self.bus:
                self.robot.send_action(action)
        except Exception as error:
            raise ArmError("disconnected", f"the servos cannot be written to: {error}") from error

    def observe(self):
        try:
            with self.bus:
                return self.robot.get_observation()
        except Exception as error:
            raise ArmError("disconnected", f"the servos do not answer: {error}") from error

    def angles(self):
        seen = self.observe()
        steps = [seen[j + ".pos"] * (STEPS - 1) / 360 + self.middle(j) for j in JOINTS]
        return tuple((s - MIDDLE) * math.tau / STEPS for s in steps)

    # The arm.

    def aside(self):
        """Returns how far what is between the jaws lies beside the axis of the roll."""
        return FIXED_JAW + self.options.disc / 2 + (0.0 if self.gripping else SPARE)

    def home(self):
        """The servos know where they are. The arm rises where it is, and turns to its
        park point."""
        self.homed = False
        self.release()
        now, park = self.angles(), angles_for(*self.options.park, self.aside())
        raised = (now[0],) + park[1:]
        turning = math.radians(40)  # a second
        self.lead(now, raised, turning, self.send_angles, acceleration=2 * turning)
        self.lead(raised, park, turning, self.send_angles, acceleration=2 * turning)
        time.sleep(0.3)  # until it stands still
        self.homed = True

    def move(self, x, y, z, speed):
        if not self.homed:
            raise ArmError("not_homed", "home it first")
        start, end = self.position(), (x, y, z)
        parts = max(1, math.ceil(math.dist(start, end) / 5))
        for n in range(1, parts + 1):  # the whole way is possible, or nothing moves
            angles_for(*(a + n / parts * (b - a) for a, b in zip(start, end)), self.aside())
        self.lead(start, end, speed, self.send, acceleration=400)
        time.sleep(0.15)

    def send(self, x, y, z):
        self.send_angles(*angles_for(x, y, z, self.aside()))

    def position(self):
        return tip(self.angles(), self.aside())

    def jaws(self):
        """Returns how far the jaws are open, 0 to 100."""
        return self.observe()["gripper.pos"]

    def grip(self):
        """Closes the jaws until they no longer follow: then there is something."""
        goal = self.options.open
        while goal > 0 and not self.stopping.is_set():
            goal = max(0.0, goal - 4)
            self.act({"gripper.pos": goal})
            time.sleep(0.03)
            if self.jaws() > goal + 12:
                break
        time.sleep(0.2)
        self.gripping = True

    def release(self):
        self.act({"gripper.pos": self.options.open})
        time.sleep(0.4)
        self.gripping = False

    def feel(self):
        return self.gripping and self.jaws() > self.options.thin

    def close(self):
        """The servos keep holding: without power the arm falls."""
        if self.robot is not None:
            with self.bus:
                self.robot.disconnect()


def lerobot_classes():
    """Returns LeRobot's classes for the arm and for its configuration."""
    try:
        from lerobot.robots.so_follower import SO101Follower, SO101FollowerConfig
    except ImportError:  # as it was called before
        from lerobot.robots.so101_follower import SO101Follower, SO101FollowerConfig
    return SO101Follower, SO101FollowerConfig


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--port", required=True, help="the servo adapter's serial port, such as /dev/ttyACM0")
    options.add_argument("--id", required=True, help="the name under which lerobot-calibrate has kept the calibration")
    options.add_argument("--disc", type=float, default=23.0, metavar="MM", help="the discs' diameter")
    options.add_argument("--park", nargs=3, type=float, default=(100.0, 235.0, 70.0), metavar="MM")
    options.add_argument("--open", type=float, default=60.0, help="how far the jaws open, 0 to 100")
    options.add_argument("--thin", type=float, default=8.0, help="more open than this, they hold something")
    options = options.parse_args()
    try:
        lerobot_classes()
    except ImportError as error:
        sys.exit(f"so101_arm.py needs LeRobot, which cannot be loaded ({error}): pip install 'lerobot[feetech]'")
    serve(SO101Arm(options))


if __name__ == "__main__":
    main()
