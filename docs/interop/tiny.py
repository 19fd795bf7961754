"""A tokenizer and a model that are small enough to be made on the spot: nothing is downloaded."""

from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

SPECIAL = ["<|im_start|>", "<|im_end|>", "<|pad|>"]

# A chat template with calls and results, in which all that an assistant says is marked.
TEMPLATE = """{%- if tools %}<|im_start|>tools
{%- for t in tools %}
{{ t | tojson }}
{%- endfor %}<|im_end|>
{%- endif %}
{%- for m in messages %}
{%- if m.role == 'assistant' %}<|im_start|>assistant|{% generation %}
{%- if m.reasoning_content %}[thought]{{ m.reasoning_content }}[/thought]{% endif %}{{ m.content }}
{%- for c in m.tool_calls or [] %}[call {{ c.function.name }}]{{ c.function.arguments | tojson }}[/call]{% endfor %}<|im_end|>
{%- endgeneration %}
{%- else %}<|im_start|>{{ m.role }}|{{ m.content }}<|im_end|>
{%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}<|im_start|>assistant|{% endif %}"""


def tokenizer(texts):
    """A byte-level tokenizer: every text comes back from its tokens as it was."""
    raw = Tokenizer(models.BPE())
    raw.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    raw.decoder = decoders.ByteLevel()
    raw.train_from_iterator(texts, trainers.BpeTrainer(vocab_size=1200, special_tokens=SPECIAL, initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    out = PreTrainedTokenizerFast(tokenizer_object=raw, eos_token="<|im_end|>", pad_token="<|pad|>", clean_up_tokenization_spaces=False)
    out.chat_template = TEMPLATE
    return out


def model(size):
    from transformers import Qwen2Config, Qwen2ForCausalLM

    return Qwen2ForCausalLM(
        Qwen2Config(
            vocab_size=size, hidden_size=16, intermediate_size=32, num_hidden_layers=1, num_attention_heads=2, num_key_value_heads=1, max_position_embeddings=65536
        )
    )
