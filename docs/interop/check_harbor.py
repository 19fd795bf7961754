"""Validates every ATIF document with Harbor's own model."""

import sys

from common import Tally, of_format

tally = Tally("harbor")

try:
    from harbor.models.trajectories import Trajectory
    from harbor.utils.trajectory_validator import TrajectoryValidator
except ImportError as e:
    tally.skip("everything", e)
    tally.close()


def validate(path):
    validator = TrajectoryValidator()
    if not validator.validate(path):
        raise AssertionError("; ".join(validator.errors)[:500])
    model = Trajectory.model_validate_json(path.read_text(encoding="utf-8"))
    if not any(s.source == "agent" for s in model.steps):
        raise AssertionError("no step of an agent")


for name, (folder, manifest) in of_format(sys.argv[1], "atif").items():
    for path in sorted(folder.glob("trajectories/*/*.json")):
        tally.check(f"{name} {path.name}", lambda: validate(path))
if tally.ran == 0:
    tally.skip("everything", "there is no ATIF export")
tally.close()
