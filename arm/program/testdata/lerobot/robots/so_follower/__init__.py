"""What so101_arm.py uses of LeRobot: servos that are at once where they are sent, in
degrees from the middle of the ranges of a calibration, and jaws that stop at a disc."""

import json
import os
from dataclasses import dataclass


@dataclass
class SO101FollowerConfig:
    port: str
    id: str
    use_degrees: bool
    disable_torque_on_disconnect: bool


@dataclass
class MotorCalibration:
    range_min: int
    range_max: int


class SO101Follower:
    def __init__(self, config):
        assert config.use_degrees and not config.disable_torque_on_disconnect
        self.calibration = {
            "shoulder_pan": MotorCalibration(900, 3200),
            "shoulder_lift": MotorCalibration(800, 3300),
            "elbow_flex": MotorCalibration(1500, 3200),
            "wrist_flex": MotorCalibration(950, 3150),
            "wrist_roll": MotorCalibration(0, 4095),
        }
        self.at = {name + ".pos": 0.0 for name in self.calibration}
        self.at["gripper.pos"] = 50.0
        self.disc = float(os.environ.get("FAKE_DISC", "0"))
        self.connected = False

    @property
    def is_calibrated(self):
        return "FAKE_UNCALIBRATED" not in os.environ

    def connect(self, calibrate=True):
        assert not calibrate
        if "FAKE_SILENT" in os.environ:
            raise ConnectionError("Missing motor IDs: 3")
        print("SO101Follower connected.")  # which must not get among the answers
        self.connected = True

    def get_observation(self):
        assert self.connected
        return dict(self.at)

    def send_action(self, action):
        assert self.connected
        self.at.update(action)
        self.at["gripper.pos"] = max(self.at["gripper.pos"], self.disc)
        with open(os.environ["FAKE_SENT"], "a", encoding="utf-8") as file:
            file.write(json.dumps(self.at) + "\n")
        return action

    def disconnect(self):
        self.connected = False
