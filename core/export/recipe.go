package export

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
)

// recipes are the files that let a trainer begin: LLaMA-Factory's index of data sets, settings for
// the others.
func recipes(r *Report, o *Options) []companion {
	switch o.Format.Name {
	case nameLlamaFactory:
		return []companion{{"dataset_info.json", datasetInfo(r, o)}, {"llamafactory.yaml", []byte(llamaSettings(r, o))}}
	case "axolotl":
		return []companion{{"axolotl.yaml", []byte(axolotlSettings(r, o))}}
	case "trl":
		return []companion{{"trl.yaml", []byte(trlSettings(o))}}
	}
	return nil
}

// datasetInfo names each split as a data set of LLaMA-Factory's.
func datasetInfo(r *Report, o *Options) []byte {
	m := func(pairs ...string) *value.Object {
		out := value.Obj()
		for i := 0; i+1 < len(pairs); i += 2 {
			out.Set(pairs[i], pairs[i+1])
		}
		return out
	}
	all := value.Obj()
	for _, f := range r.Files {
		split, _, _ := strings.Cut(strings.TrimPrefix(f.Path, "data/"), "-")
		all.Set(llamaName(r, Split(split)), value.Obj(
			value.Member{Name: "file_name", Value: f.Path},
			value.Member{Name: "formatting", Value: "sharegpt"},
			value.Member{Name: "columns", Value: m("messages", "conversations", "system", "system", "tools", "tools")},
			value.Member{Name: "tags", Value: m("role_tag", "from", "content_tag", "value", "user_tag", "human", "assistant_tag", "gpt", "observation_tag", "observation", "function_tag", "function_call")},
		))
	}
	return append(value.Append(nil, all), '\n')
}

// llamaName is the name of a split among LLaMA-Factory's data sets, which are listed with commas.
func llamaName(r *Report, s Split) string {
	clean := strings.Map(func(c rune) rune {
		if c < 0x80 && (isWord(byte(c)) || c == '-') {
			return c
		}
		return '_'
	}, r.Name)
	return clean + "_" + string(s)
}

func llamaSettings(r *Report, o *Options) string {
	return fmt.Sprintf("# Add model, template and output. Texts beside calls need LLaMA-Factory 0.9.5 and a template whose calls stand in <tool_call>.\n"+
		"dataset_dir: .\ndataset: %s\nmask_history: %t\ntrain_on_prompt: false\n", llamaName(r, Train), o.Explode)
}

func axolotlSettings(r *Report, o *Options) string {
	kind := "json"
	if o.Parquet {
		kind = "parquet"
	}
	var b strings.Builder
	b.WriteString("# Add base_model and output; the chat template has to know tools.\ndatasets:\n")
	for _, f := range r.Files {
		if strings.HasPrefix(f.Path, "data/train-") {
			fmt.Fprintf(&b, "- path: %s\n  ds_type: %s\n  type: chat_template\n  field_messages: messages\n  field_tools: tools\n"+
				"  message_field_training: train\n  roles_to_train: []\n  train_on_eos: turn\n", f.Path, kind)
		}
	}
	return b.String()
}

func trlSettings(o *Options) string {
	if o.Explode {
		return "# trl sft --config trl.yaml. The loss is taken on the completion alone.\ndataset_name: .\ncompletion_only_loss: true\n"
	}
	return "# trl sft --config trl.yaml. The chat template needs {% generation %} marks; TRL adds them for the families it knows.\n" +
		"dataset_name: .\nassistant_only_loss: true\n"
}

// usage says in a few lines how the target takes the files.
func usage(r *Report, o *Options) string {
	load := "```python\nfrom datasets import load_dataset\nrows = load_dataset(\"PATH/OF/THIS/FOLDER\", split=\"train\")\n```\n"
	newer := "\nColumns of kind JSON need datasets 4.7 or later; older releases pad them with nulls.\n"
	if !o.Parquet && o.form() == Object {
		newer += "From JSON lines that library misreads the last digit of some decimals within them (0.7 as 0.7000000000000001); `--parquet` avoids it.\n"
	}
	switch o.Format.Name {
	case "trl":
		return load + newer + "\nTRL: `trl sft --config trl.yaml` with a model of yours.\n"
	case namePreference:
		return load + newer + "\nTRL's DPOTrainer takes the rows as they are.\n"
	case nameNextObservation:
		return load + newer + "\nTRL's SFTTrainer takes prompt and completion; the loss is on what came back.\n"
	case nameLlamaFactory:
		return "LLaMA-Factory: `dataset_dir` is this folder; `dataset_info.json` names a data set for each split.\n"
	case "axolotl":
		return "Axolotl: see `axolotl.yaml`; every message says whether it is trained on.\n"
	case "openai":
		return "Upload the files of `data/`, one a split.\n"
	case nameSlime:
		return "slime: `--prompt-data data/train-00000-of-00001.jsonl --input-key messages --metadata-key metadata\n" +
			"--rollout-function-path slime.rollout.sft_rollout.generate_rollout --loss-type sft_loss\n" +
			"--disable-compute-advantages-and-returns --calculate-per-token-loss`, with the `--loss-mask-type` of the model.\n"
	case "atif":
		return "One document a trial in `trajectories/SPLIT/`, for viewers and converters of the Agent Trajectory Interchange Format.\n"
	}
	return load
}
