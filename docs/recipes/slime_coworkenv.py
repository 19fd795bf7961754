"""slime: a generate function and a reward post-process for our prompt sets.

    coworkenv export rl LIB --for slime --into prompts --url http://envs:8080
    --prompt-data prompts/train.jsonl --input-key prompt --label-key label --metadata-key metadata --tool-key tools
    --apply-chat-template
    --custom-generate-function-path slime_coworkenv.generate
    --custom-reward-post-process-path slime_coworkenv.post_process
    --dynamic-sampling-filter-path slime.rollout.filter_hub.dynamic_sampling_filters.check_reward_nonzero_std
"""

import statistics

import token_loop


async def generate(args, sample, sampling_params):
    """Plays the sample's task. Never raises: a failed environment gives a sample that is left out of the loss."""
    from slime.rollout.sglang_rollout import GenerateState
    from slime.utils.http_utils import post

    tokenizer = GenerateState(args).tokenizer
    url = f"http://{args.sglang_router_ip}:{args.sglang_router_port}/generate"

    async def engine(ids):
        reply = await post(url, {"input_ids": ids, "sampling_params": sampling_params, "return_logprob": True})
        pairs = reply["meta_info"]["output_token_logprobs"]
        return [p[1] for p in pairs], [p[0] for p in pairs], reply["meta_info"]["finish_reason"]["type"]

    def template(messages, tools):
        return tokenizer.apply_chat_template(messages, tools=tools, add_generation_prompt=True)

    rollout = await token_loop.play(sample.metadata, engine, lambda text: tokenizer.encode(text, add_special_tokens=False), tokenizer.decode, template,
                                    args.rollout_max_response_len)
    return fill(sample, rollout)


def fill(sample, rollout):
    """Writes a rollout into a sample. Aborted: one masked token, no reward of its own."""
    status = type(sample).Status
    if rollout.status == "aborted":
        sample.tokens, sample.response_length, sample.loss_mask, sample.rollout_log_probs = [0, 0], 1, [0], [0.0]
        sample.reward, sample.remove_sample, sample.status = 0.0, True, status.ABORTED
        sample.metadata = {**sample.metadata, "abort_reason": rollout.why}
        return sample
    sample.tokens = rollout.prompt_ids + rollout.response_ids
    sample.response_length, sample.loss_mask, sample.rollout_log_probs = len(rollout.response_ids), rollout.mask, rollout.logprobs
    sample.reward = rollout.reward  # components are in the metadata, for --custom-advantage-function-path
    sample.metadata = {**sample.metadata, "components": rollout.components, "turns": rollout.turns}
    sample.status = status.TRUNCATED if rollout.status == "truncated" else status.COMPLETED
    return sample


def post_process(args, samples):
    """Group statistics over trajectories, not samples; aborted ones count nowhere and have advantage 0.

    The baseline is the mean of the other trajectories, the divisor the group's deviation (n - 1).
    """
    groups = {}
    for i, s in enumerate(samples):
        rollout = getattr(s, "rollout_id", None)
        groups.setdefault(s.group_index, {}).setdefault(i if rollout is None else rollout, []).append(i)
    raw = [float(s.reward) for s in samples]
    rewards = [0.0] * len(samples)
    for trajectories in groups.values():
        means = {t: statistics.fmean(raw[i] for i in members) for t, members in trajectories.items() if not any(samples[i].remove_sample for i in members)}
        if len(means) < 2:
            continue
        std = statistics.stdev(means.values())
        if std == 0:
            continue
        for t, mean in means.items():
            others = statistics.fmean(m for o, m in means.items() if o != t)
            for i in trajectories[t]:
                rewards[i] = (mean - others) / (std + 1e-6)
    return raw, rewards
