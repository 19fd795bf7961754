"""TRL: an environment_factory for GRPOTrainer.

    coworkenv export rl LIB --for trl --into prompts --live      # TRL drops no flat groups itself
    trainer = GRPOTrainer(model=..., train_dataset=load_dataset("json", data_files="prompts/train.jsonl", split="train"),
                          environment_factory=Office, reward_funcs=[completion, safety],
                          args=GRPOConfig(num_generations=8, multi_objective_aggregation="normalize_then_sum", reward_weights=[1.0, 1.0]))

TRL takes an environment's public methods as the tools, the same for all rows; ours differ from task to task, so that one method calls any of them.
"""

import json

from office import Episode, Missing


class Office:
    def __init__(self):
        self._episode, self._failed = None, False

    def reset(self, **row):
        """Begins the row's task."""
        if self._episode:
            self._episode.close()
        self._failed = False
        try:
            self._episode = Episode(row["env_url"], row["task_id"], row["seed"], row.get("reward", "sparse"))
        except Missing:
            self._episode, self._failed = None, True
            return "The office is closed."
        tools = [t["function"] for t in self._episode.tools]
        return "Call tools with call_tool. The tools are:\n" + "\n".join(json.dumps(t, ensure_ascii=False) for t in tools)

    def call_tool(self, name: str, arguments: str) -> str:
        """
        Calls a tool of the office.

        Args:
            name: The tool's name.
            arguments: Its arguments as a JSON object.
        """
        return self._step(calls=[{"id": "call_1", "tool": name, "arguments": arguments}])

    def reply_to_user(self, message: str) -> str:
        """
        Says something to the person who asked: a question, or that the work is done.

        Args:
            message: The words.
        """
        return self._step(text=message)

    def _step(self, **action):
        if self._failed or self._episode.done:
            return "The task is over."
        try:
            turn = self._episode.step(**action)
        except Missing:
            self._failed = True
            return "The office has closed."
        if turn.get("user"):
            return turn["user"]["text"]
        return json.dumps(turn["observations"][0]["content"], ensure_ascii=False) if turn["observations"] else "The task is over."

    def _part(self, name):
        """A component, None where the reward is missing: TRL leaves the sample out."""
        if self._failed or self._episode is None:
            return None
        try:
            score, parts = self._episode.result()
        except Missing:
            self._failed = True
            return None
        return score if name == "score" else parts.get(name)


def score(environments, **_):
    return [e._part("score") for e in environments]


def completion(environments, **_):
    return [e._part("completion") for e in environments]


def safety(environments, **_):
    return [e._part("safety") for e in environments]
