"""The program's side of Draughtsman's arm protocol, version 1 (docs/arm-protocol.md).

Write a class with what your arm can do, and serve it:

    from draughtsman_arm import Arm, serve

    class MyArm(Arm):
        name = "my arm 1.0"

        def home(self): ...                   # returns when the arm knows its place
        def move(self, x, y, z, speed): ...   # returns when it stands still there; mm, mm/s
        def grip(self): ...
        def release(self): ...
        def stop(self): ...                   # returns when the arm stands still; keeps the grip

    serve(MyArm())

Nothing but Python 3.9 and its standard library is needed. home, move, grip and
release are called one after another in a thread of their own; everything else
is called from the main thread at any time, also while the arm moves.
"""

import json
import math
import os
import queue
import signal
import sys
import threading
import time
import traceback

VERSION = 1

# What takes its time, and is done one after another.
MOTIONS = ("home", "move", "grip", "release")


class ArmError(Exception):
    """What went wrong, with one of the protocol's codes: not_homed, position_lost,
    stopped, alarm, no_answer, disconnected; limit and rejected only where nothing
    has moved."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Arm:
    """An arm. What its class does not have, it does not offer."""

    name = "an arm"
    features = ()  # of "hold", "feel" and "position"; hold needs position
    accuracy = 0.5  # mm from its target at which a motion may end
    limits = None  # {"min": {"x": …, "y": …, "z": …}, "max": {…}, "speed": …} in mm and mm/s

    def __init__(self):
        self.stopping = threading.Event()  # the motion under way has to end
        self.held = threading.Event()  # the motion under way has to pause
        self.at_rest = threading.Event()  # nothing moves
        self.at_rest.set()

    def connect(self, limits):
        """Makes the arm ready to be homed. Nothing may move yet. limits are those
        within which it will be asked to move, as in Arm.limits."""

    def home(self):
        raise NotImplementedError

    def move(self, x, y, z, speed):
        raise NotImplementedError

    def grip(self):
        raise NotImplementedError

    def release(self):
        raise NotImplementedError

    def feel(self):
        """Tells whether the tool, which is switched on, holds something."""
        raise NotImplementedError

    def position(self):
        """Returns where the arm is now, as x, y, z, from what it measures."""
        raise NotImplementedError

    def hold(self):
        """Brings the arm to rest. self.held is set before it is called, which is all
        that lead needs."""
        self.at_rest.wait()

    def resume(self):
        """Lets a held arm go on. self.held is cleared before it is called."""

    def stop(self):
        """Brings the arm to rest for good. self.stopping is set before it is called."""
        self.at_rest.wait()

    def close(self):
        """Ends the connection to the arm, which stands still. Its motors stay on."""

    def lead(self, start, end, speed, send, acceleration=500, period=0.02):
        """Leads an arm that only goes where it is sent along a straight line, with
        send(x, y, z) every period (s). It speeds up and slows down by acceleration
        (mm/s²), pauses while self.held is set, and ends with an error when
        self.stopping is."""
        length = math.dist(start, end)
        done = velocity = 0.0
        due = time.monotonic()
        self.at_rest.clear()
        try:
            while done < length:
                if self.stopping.is_set() or self.held.is_set():
                    wanted = 0.0
                else:
                    wanted = min(speed, math.sqrt(2 * acceleration * (length - done)))
                change = acceleration * period
                velocity = min(max(wanted, velocity - change), velocity + change)
                if velocity > 0:
                    done = min(length, done + velocity * period)
                    share = done / length
                    send(*(a + share * (b - a) for a, b in zip(start, end)))
                    self.at_rest.clear()
                else:
                    self.at_rest.set()
                    if self.stopping.is_set():
                        raise ArmError("stopped", "it was told to stop")
                due += period
                time.sleep(max(0.0, due - time.monotonic()))
        finally:
            self.at_rest.set()


class Server:
    """Reads requests from standard input and answers them on standard output."""

    def __init__(self, arm):
        self.arm = arm
        self.waiting = queue.Queue()  # motions to make
        self.writing = threading.Lock()
        # Whatever prints goes to standard error from now on: the real standard output
        # is for answers only.
        self.out = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)
        sys.stdout = sys.stderr

    def run(self):
        """Serves until standard input ends or SIGTERM comes; then stops the arm."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for Draughtsman
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        threading.Thread(target=self.work, daemon=True).start()
        try:
            for line in sys.stdin:
                if line.strip():
                    self.request(json.loads(line))
        finally:
            self.arm.stopping.set()
            self.arm.held.clear()
            try:
                self.arm.stop()
            finally:
                self.arm.close()

    def request(self, request):
        method, params = request["method"], request.get("params") or {}
        arm = self.arm
        if method in MOTIONS:
            arm.stopping.clear()
            if method == "home":
                arm.held.clear()  # homing ends a hold
            arm.at_rest.clear()
            self.waiting.put((request["id"], method, params))
            return
        if method == "stop":
            arm.stopping.set()
            arm.held.clear()
        elif method == "hold":
            arm.held.set()
        elif method == "resume":
            arm.held.clear()
        self.carry(request["id"], method, params)

    def work(self):
        """Makes the motions, one after another."""
        while True:
            self.carry(*self.waiting.get())

    def carry(self, number, method, params):
        """Does what is asked for, and answers."""
        try:
            body = {"result": self.call(method, params)}
        except ArmError as error:
            body = {"error": {"code": error.code, "message": str(error)}}
        except Exception as error:  # nobody knows what has moved
            traceback.print_exc()
            body = {"error": {"code": "position_lost", "message": repr(error)}}
        if method in MOTIONS:
            self.arm.at_rest.set()
        self.answer(number, method, body)

    def call(self, method, params):
        arm = self.arm
        if method in MOTIONS and arm.stopping.is_set():
            raise ArmError("stopped", "it was told to stop before it began")
        if method == "identify":
            arm.connect(params.get("limits"))
            about = {"name": arm.name, "version": VERSION, "features": list(arm.features), "accuracy": arm.accuracy}
            return about if arm.limits is None else dict(about, limits=arm.limits)
        if method == "move":
            return arm.move(params["x"], params["y"], params["z"], params["speed"])
        if method in ("home", "grip", "release", "stop"):
            return getattr(arm, method)()
        if method in ("hold", "resume") and "hold" in arm.features:
            return getattr(arm, method)()
        if method == "position" and "position" in arm.features:
            return dict(zip("xyz", arm.position()))
        if method == "feel" and "feel" in arm.features:
            return {"holding": bool(arm.feel())}
        raise ArmError("unknown_method", f"there is no method {method!r} here")

    def answer(self, number, method, body):
        self.write(json.dumps(dict(body, id=number)))

    def write(self, line):
        with self.writing:
            self.out.write(line + "\n")
            self.out.flush()


def serve(arm):
    Server(arm).run()
