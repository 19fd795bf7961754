"""A client of `coworkenv serve episodes`, on the standard library alone. The other recipes use it."""

import json
import time
import urllib.error
import urllib.request
import uuid


class Missing(Exception):
    """The episode has no reward: the environment failed. Drop the sample; it is no zero."""


class Episode:
    """One episode. Use it in a with statement, so that it is closed whatever happens."""

    def __init__(self, url, task_id, seed=1, reward="sparse", token=None, **_):
        self.url, self.token = url.rstrip("/"), token
        doc = self._ask("POST", "/v1/episodes", {"task": task_id, "seed": int(seed), "reward": reward})
        self.id, self.system, self.request, self.tools, self.limits = doc["episode"], doc["system"], doc["request"], doc["tools"], doc["limits"]
        self.done, self.truncated, self.rewards, self.anchors, self.score = False, False, [], [], None

    def step(self, calls=(), text="", **more):
        """Takes one assistant message: calls as [{"id", "tool", "arguments"}], or a text. Returns the reply."""
        body = {"key": uuid.uuid4().hex, "calls": list(calls), "text": text, **more}  # sent again, it does nothing twice
        turn = self._ask("POST", f"/v1/episodes/{self.id}/steps", body)
        self.anchors.append(turn["anchor_state"])
        self.done, self.truncated = turn["done"], turn["truncated"]
        if turn["reward"] is None:
            raise Missing(turn.get("reason", ""))
        self.rewards.append(turn["reward"])
        if self.done:
            self.score = turn["score"]
        return turn

    def result(self):
        """The reward and its components; an episode that was left early is graded as it stands."""
        if self.score is None:
            self.score = self._ask("POST", f"/v1/episodes/{self.id}/grade")["score"]
        if self.score is None:
            raise Missing("no score")
        parts = {name: self.score[name] for name in ("completion", "safety", "robustness") if self.score[name] is not None}
        return self.score["score"], parts

    def close(self):
        try:
            self._ask("DELETE", f"/v1/episodes/{self.id}")
        except (OSError, Missing):
            pass  # it is swept when it lies idle

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _ask(self, method, path, body=None, tries=5):
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        request = urllib.request.Request(self.url + path, None if body is None else json.dumps(body).encode(), headers, method=method)
        for left in reversed(range(tries)):
            try:
                with urllib.request.urlopen(request, timeout=60) as reply:
                    data = reply.read()
                    return json.loads(data) if data else None
            except urllib.error.HTTPError as error:
                if error.code != 429 or left == 0:
                    raise Missing(f"{error.code} {error.read()[:300]!r}") from error
                time.sleep(float(error.headers.get("Retry-After", 1)))
            except OSError as error:
                if left == 0:
                    raise Missing(str(error)) from error
                time.sleep(0.5)
