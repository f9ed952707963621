"""The reference program of Draughtsman's arm protocol: an arm that exists only in
here, moves as fast as it is told to, and knows its place. Copy it to begin a
driver of your own.

    draughtsman arm check --config table.yaml    # with: command: [python3, simulated_arm.py]

--fault has it misbehave, so that tests can see what Draughtsman makes of that:
--fault move:3=crash ends the program in place of the third answer to move.
"""

import argparse
import os
import signal
import subprocess
import sys
import time

from draughtsman_arm import Arm, ArmError, Server


class SimulatedArm(Arm):
    name = "the reference arm 1.0"
    features = ("hold", "feel", "position")
    accuracy = 0.1

    def __init__(self, options):
        super().__init__()
        self.features = tuple(f for f in self.features if f not in options.without)
        self.hurry = options.hurry
        self.finds = options.finds
        self.home_at = tuple(options.home)
        self.at = (0.0, 0.0, 0.0)  # where the simulated arm really is
        self.homed = False
        self.gripping = False
        self.drift = 0.0  # mm by which it has lost its place

    def home(self):
        self.homed = False
        self.lead(self.at, self.home_at, 100 * self.hurry, self.send, acceleration=1000 * self.hurry**2)
        self.homed = True
        self.drift = 0.0

    def move(self, x, y, z, speed):
        if not self.homed:
            raise ArmError("not_homed", "home it first")
        self.homed = False  # until it is known that it has arrived
        self.lead(self.at, (x, y, z), speed * self.hurry, self.send, acceleration=1000 * self.hurry**2)
        self.homed = True

    def send(self, x, y, z):
        """What would bring the motors of a real arm to a place."""
        self.at = (x, y, z)

    def position(self):
        return self.at[0], self.at[1], self.at[2] - self.drift

    def grip(self):
        self.gripping = True

    def release(self):
        self.gripping = False

    def feel(self):
        return self.gripping and self.finds


class Misbehaving(Server):
    """Answers as it is told to, rather than as it should."""

    def __init__(self, arm, faults):
        super().__init__(arm)
        self.faults = faults  # {(method, which): kind}
        self.seen = {}

    def answer(self, number, method, body):
        self.seen[method] = self.seen.get(method, 0) + 1
        kind = self.faults.get((method, self.seen[method]), "")
        if kind.startswith("code "):
            body = {"error": {"code": kind[5:], "message": "as --fault says"}}
        elif kind.startswith("late "):
            time.sleep(float(kind[5:]))
        elif kind == "crash":
            print("I was told to crash", file=sys.stderr)
            os._exit(3)
        elif kind == "quit":
            os._exit(0)
        elif kind == "mute":
            return
        elif kind == "deaf":  # nothing but SIGKILL ends it
            os.kill(os.getpid(), signal.SIGSTOP)
        elif kind == "close":
            self.out.close()
            return
        elif kind == "garbage":
            self.write("Traceback (most recent call last):")
        elif kind == "long":
            self.write("x" * 100_000)
        elif kind == "twice":
            super().answer(number, method, body)
        elif kind == "wrong id":
            number += 1000
        elif kind == "no number":
            body = {"result": {"x": float("nan"), "y": 0, "z": 0}}
        elif kind == "empty":
            body = {"result": {}}
        elif kind == "more":  # fields that the protocol does not know
            body = dict(body, jsonrpc="2.0", note="to be ignored")
        elif kind == "lost":
            self.arm.drift = 25.0
        elif kind:
            raise SystemExit(f"there is no fault {kind!r}")
        super().answer(number, method, body)


def fault(text):
    where, _, kind = text.partition("=")
    method, _, which = where.partition(":")
    return (method, int(which or 1)), kind


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--home", nargs=3, type=float, default=(0.0, 0.0, 90.0), metavar="MM", help="homing's end")
    options.add_argument("--finds", action="store_true", help="the tool finds something wherever it grips")
    options.add_argument("--without", action="append", default=[], metavar="FEATURE", help="do not offer it")
    options.add_argument("--hurry", type=float, default=1.0, metavar="TIMES", help="how much faster than it says")
    options.add_argument("--fault", action="append", default=[], type=fault, metavar="METHOD[:N]=KIND")
    options.add_argument("--child", metavar="FILE", help="start a child that does not end; write both ids there")
    options = options.parse_args()
    if options.child:
        child = subprocess.Popen(["sleep", "3600"], stdin=subprocess.DEVNULL)
        with open(options.child, "w", encoding="utf-8") as file:
            file.write(f"{child.pid} {os.getpid()}\n")
    Misbehaving(SimulatedArm(options), dict(options.fault)).run()


if __name__ == "__main__":
    main()
