"""verl: an agent loop. Rows of `coworkenv export rl --for verl` name it (agent_name: coworkenv).

    actor_rollout_ref.rollout.mode=async
    actor_rollout_ref.rollout.agent.agent_loop_config_path=agent.yaml   # - {name: coworkenv, _target_: verl_agent_loop.CoworkLoop}
    data.train_files=prompts/train.parquet data.return_raw_chat=True

The reward comes with the output. An aborted rollout has none: verl has no word for that, so its mask is all 0 and nothing of it is trained on.
"""

import uuid

import token_loop

try:
    from verl.experimental.agent_loop.agent_loop import AgentLoopBase, AgentLoopOutput, register
except ImportError:  # to be looked at, or tried with a stub, where verl is not installed
    AgentLoopBase = object
    AgentLoopOutput = dict

    def register(_):
        return lambda cls: cls


@register("coworkenv")
class CoworkLoop(AgentLoopBase):
    async def run(self, sampling_params, **row):
        request = uuid.uuid4().hex  # keeps the turns on one server, for its cache

        async def engine(ids):
            out = await self.server_manager.generate(request_id=request, prompt_ids=ids, sampling_params=sampling_params)
            return list(out.token_ids), list(out.log_probs or [0.0] * len(out.token_ids)), getattr(out, "stop_reason", None) or "stop"

        def template(messages, tools):
            return self.tokenizer.apply_chat_template(messages, tools=tools, add_generation_prompt=True, tokenize=True)

        r = await token_loop.play(row["extra_info"], engine, lambda text: self.tokenizer.encode(text, add_special_tokens=False), self.tokenizer.decode, template,
                                  self.config.actor_rollout_ref.rollout.response_length)
        mask = [0] * len(r.mask) if r.status == "aborted" else r.mask
        return AgentLoopOutput(prompt_ids=r.prompt_ids or [0], response_ids=r.response_ids or [0], response_mask=mask or [0],
                               reward_score=r.reward, num_turns=r.turns, metrics={}, extra_fields={"status": r.status, "components": r.components})
