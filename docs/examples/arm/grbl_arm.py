"""A driver for gantries with GRBL 1.1 by Draughtsman's arm protocol. Draughtsman has
one of its own (driver: grbl) that does more; this one shows how a program drives a
real controller on a serial port, with nothing but Python's standard library.

    command: [python3, grbl_arm.py, --port, /dev/ttyUSB0]

It drives the simulated table, too: draughtsman sim says which port that has.
"""

import argparse
import os
import re
import termios
import threading
import time

from draughtsman_arm import Arm, ArmError, serve

BAUD = termios.B115200

# Bytes that GRBL obeys at once, whatever else is going on (gnea/grbl, doc/markdown/interface.md).
STATUS, HOLD, RESUME, RESET = b"?", b"!", b"~", b"\x18"

# A dwell, which is answered when the motions before it have ended.
MOTION_ENDED = "G4P0"

ALARMS = {1: "a limit switch", 2: "outside its soft limits", 3: "a reset in mid-motion", 9: "a switch not found"}


class Port:
    """A serial port, read line by line in a thread."""

    def __init__(self, path, received):
        self.received = received
        self.file = os.open(path, os.O_RDWR | os.O_NOCTTY)
        attributes = termios.tcgetattr(self.file)
        attributes[0] = attributes[1] = attributes[3] = 0  # raw: nothing is translated, nothing echoed
        attributes[2] = termios.CS8 | termios.CREAD | termios.CLOCAL
        attributes[4] = attributes[5] = BAUD
        attributes[6][termios.VMIN], attributes[6][termios.VTIME] = 1, 0
        termios.tcsetattr(self.file, termios.TCSANOW, attributes)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        rest = b""
        while True:
            try:
                data = os.read(self.file, 256)
            except OSError:
                data = b""
            if not data:
                self.received(None)  # the cable is out
                return
            *lines, rest = re.split(rb"[\r\n]+", rest + data)
            for line in lines:
                if line:
                    self.received(line.decode("ascii", "replace"))

    def write(self, data):
        try:
            os.write(self.file, data)
        except OSError as error:
            raise ArmError("disconnected", f"the serial port is gone: {error}") from error


class GrblArm(Arm):
    name = "grbl_arm.py 1.0"
    features = ("hold", "position")
    accuracy = 0.1

    def __init__(self, options):
        super().__init__()
        self.options = options
        self.port = None
        self.homed = False
        self.doing = ""  # "home" or "move" until it is known to have ended
        # What the controller has said, for whoever waits on changed.
        self.changed = threading.Condition()
        self.answers = []  # "ok" and "error:…" to lines, which are sent one at a time
        self.banners = 0
        self.reports = 0
        self.state, self.at = "", None
        self.trouble = None  # an ArmError until the next homing

    # What comes from the controller.

    def received(self, line):
        with self.changed:
            if line is None:
                self.trouble = ArmError("disconnected", "the serial port is gone")
            elif line == "ok" or line.startswith("error:"):
                self.answers.append(line)
            elif line.startswith("ALARM:"):
                number = int(re.sub(r"\D", "", line) or 0)
                self.trouble = ArmError("alarm", f"alarm {number}, {ALARMS.get(number, 'see the manual of GRBL')}")
            elif line.startswith("Grbl "):
                self.banners += 1
                self.trouble = ArmError("position_lost", "the controller restarted")
            elif line.startswith("<"):
                self.report(line)
            self.changed.notify_all()

    def report(self, line):
        """Reads a status report such as <Run|MPos:10.000,20.000,-3.000|FS:500,0>."""
        fields = line.strip("<>").split("|")
        for field in fields:
            if field.startswith("MPos:"):
                self.at = tuple(float(v) for v in field[5:].split(",")[:3])
                self.state = fields[0]
                self.reports += 1

    def wait(self, seconds, done):
        """Waits until something is true of what the controller has said."""
        with self.changed:
            return self.changed.wait_for(done, seconds)

    # What goes to it.

    def status(self):
        """Returns the state and the place, as the controller says now."""
        for _ in range(4):  # a report may be skipped while it is busy
            before = self.reports
            self.port.write(STATUS)
            if self.wait(1.0, lambda: self.reports > before):
                return self.state, self.at
        raise ArmError("no_answer", "the controller does not say where it is")

    def command(self, line, patience=5.0):
        """Sends a line and waits for its answer. While the controller tells that it
        is busy, the answer may take as long as it likes; while it is held, too."""
        with self.changed:
            self.answers.clear()
        self.port.write(line.encode("ascii") + b"\n")
        while not self.wait(patience, lambda: self.answers or self.trouble or self.stopping.is_set()):
            self.status()  # an error if it is silent
        self.judge(line)

    def judge(self, line):
        """Raises an error unless a line was answered with ok."""
        if self.trouble:
            raise self.trouble
        if self.stopping.is_set():
            raise ArmError("stopped", "it was told to stop")
        if self.answers[0] != "ok":
            moved = line == MOTION_ENDED
            if not moved:
                self.doing = ""
            code = "position_lost" if moved else "rejected"
            raise ArmError(code, f"the controller answers {self.answers[0]} to {line}")

    def reset(self):
        """Restarts the controller, which switches the pump off."""
        before = self.banners
        self.port.write(RESET)
        if not self.wait(5.0, lambda: self.banners > before):
            raise ArmError("no_answer", "no GRBL answers at this port")

    # The arm.

    def connect(self, limits):
        try:
            self.port = Port(self.options.port, self.received)
        except OSError as error:
            raise ArmError("disconnected", f"the serial port does not open: {error}") from error
        # Opening the port restarts some boards and not others.
        if not self.wait(2.5, lambda: self.banners > 0):
            self.reset()

    def home(self):
        self.homed = False
        if self.doing or self.status()[0] != "Idle":
            self.reset()  # what is left of a motion is forgotten
        with self.changed:
            self.trouble = None
            self.answers.clear()
        self.doing = "home"
        self.port.write(b"$H\n")  # GRBL says nothing until it has ended
        if not self.wait(60.0, lambda: self.answers or self.trouble or self.stopping.is_set()):
            raise ArmError("no_answer", "homing has not ended within a minute")
        self.judge("$H")
        self.doing, self.homed = "", True

    def move(self, x, y, z, speed):
        self.ready()
        self.doing = "move"
        self.command(f"G90G21G94G53G1X{x:.3f}Y{y:.3f}Z{z:.3f}F{60 * speed:.1f}")
        self.command(MOTION_ENDED)
        self.doing = ""

    def ready(self):
        if self.trouble:
            raise self.trouble
        if not self.homed or self.doing:
            raise ArmError("not_homed", "home it first")

    def grip(self):
        self.ready()
        self.command(self.options.grip)

    def release(self):
        self.ready()
        self.command(self.options.release)

    def position(self):
        return self.status()[1]

    def hold(self):
        self.port.write(HOLD)
        deadline = time.monotonic() + 4
        while self.status()[0] not in ("Idle", "Hold:0", "Alarm"):
            if time.monotonic() > deadline:
                raise ArmError("no_answer", "it does not come to rest")
            time.sleep(0.05)

    def resume(self):
        self.port.write(RESUME)

    def stop(self):
        """Slows down, and leaves the rest of the motion unfinished in the controller: a
        reset would let fall what the pump holds. The next homing begins with one."""
        if self.doing == "home":
            self.port.write(RESET)  # GRBL obeys nothing else while it homes
        elif self.doing:
            self.hold()
        with self.changed:
            self.changed.notify_all()  # whoever waits for an answer looks at self.stopping


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--port", required=True, help="the serial port, such as /dev/ttyUSB0")
    options.add_argument("--grip", default="M8", help="the line that switches the pump on")
    options.add_argument("--release", default="M9", help="the line that switches it off")
    serve(GrblArm(options.parse_args()))


if __name__ == "__main__":
    main()
