"""TRL: LoRA on Qwen3-VL-8B-Instruct or -4B-Instruct with text data.

    coworkenv export --selection newest --format trl --explode-turns --into sft
    python sft_trl.py sft Qwen/Qwen3-VL-4B-Instruct out

Exploded rows are prompt and completion: the loss falls on the last turn without any template having to mark it, and a template that drops earlier
reasoning does so alike in training and in use.
"""

import json
import sys


def settings(out):
    """Arguments of SFTConfig and LoraConfig, apart from the libraries so that they can be read without them."""
    sft = dict(output_dir=out, num_train_epochs=2, per_device_train_batch_size=1, gradient_accumulation_steps=16, learning_rate=1e-4, lr_scheduler_type="cosine",
               warmup_ratio=0.03, bf16=True, gradient_checkpointing=True, max_length=32768, completion_only_loss=True, logging_steps=5, save_steps=200)
    lora = dict(r=32, lora_alpha=64, lora_dropout=0.05, task_type="CAUSAL_LM",
                target_modules=["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"], exclude_modules=r".*visual.*")
    return sft, lora


def rows(files):
    """The rows of an export; tools are a JSON text there and a list for the chat template."""
    for name in files:
        with open(name, encoding="utf-8", newline="\n") as lines:
            for line in lines:
                row = json.loads(line)
                yield {"prompt": row["prompt"], "completion": row["completion"], "tools": json.loads(row["tools"])}


def main(data, model, out):
    import glob

    from datasets import Dataset, Features, Json, List
    from peft import LoraConfig
    from trl import SFTConfig, SFTTrainer

    sft, lora = settings(out)
    shape = Features({"prompt": List(Json()), "completion": List(Json()), "tools": List(Json())})  # Arrow would pad arguments of other tools
    train = Dataset.from_list(list(rows(sorted(glob.glob(f"{data}/data/train-*.jsonl")))), features=shape)
    SFTTrainer(model=model, args=SFTConfig(**sft), train_dataset=train, peft_config=LoraConfig(**lora)).train()


if __name__ == "__main__":
    main(*sys.argv[1:4])
