package gate

import (
	"regexp"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/value"
)

// wording is what comparing words mean.
type wording struct {
	words    string
	strict   bool
	up       bool // the larger or later side
	point    bool // about points in time rather than quantities
	sideless bool // only whether the edge itself counts is said
}

// wordings lists comparing words; a phrase stands before those that it holds.
func wordings() []wording {
	const strict, up, point = true, true, true
	w := func(strict, up, point bool, words ...string) []wording {
		var out []wording
		for _, x := range words {
			out = append(out, wording{words: x, strict: strict, up: up, point: point})
		}
		return out
	}
	var out []wording
	for _, part := range [][]wording{
		w(false, false, false, "up to and including", "no more than", "not more than", "not exceeding", "not above", "not over", "a maximum of", "at or below", "at or under"),
		w(false, false, point, "no later than", "not later than", "not after", "on or before", "at or before"),
		w(false, up, point, "no earlier than", "not earlier than", "not before", "on or after", "at or after"),
		w(false, up, false, "no less than", "not less than", "no fewer than", "not below", "not under", "a minimum of", "at or above", "at or over"),
		w(false, up, false, "at least", "or more", "or longer", "or older", "or higher", "or above", "or over", "and above", "and over", "and more"),
		w(false, false, false, "at most", "or less", "or fewer", "or shorter", "or younger", "or lower", "or below", "or under", "and below", "and under"),
		w(false, up, point, "or later", "and later", "onwards", "onward", "from today", "from now"), w(false, false, point, "or earlier", "or sooner", "and earlier"),
		w(strict, up, false, "more than", "greater than", "older than", "longer than", "larger than", "higher than", "bigger than", "in excess of", "exceeds", "exceeding", "exceeded"),
		w(strict, false, false, "less than", "fewer than", "shorter than", "younger than", "smaller than", "lower than", "short of"),
		w(strict, up, point, "later than"), w(strict, false, point, "earlier than"),
		w(strict, up, false, "above", "over", "beyond"), w(strict, false, false, "below", "under"),
		w(strict, false, point, "before"), w(strict, up, point, "after", "past"), w(false, false, false, "within", "up to"), w(false, false, point, "until", "till", "through"), w(false, up, point, "since"),
		w(false, false, false, "不超过", "不多于", "不高于", "不大于", "至多", "最多"), w(false, false, point, "不晚于", "不迟于"), w(false, up, point, "不早于"),
		w(false, up, false, "不少于", "不低于", "不小于", "至少", "最少", "达到", "已满"),
		w(strict, false, false, "少于", "小于", "低于", "不足", "不满", "不到", "未满", "未达"), w(strict, up, false, "超过", "多于", "大于", "高于", "超出"),
		w(false, up, false, "以上"), w(false, false, false, "以下", "以内", "之内", "天内", "小时内", "周内", "月内", "日内"),
		w(strict, up, point, "晚于"), w(strict, false, point, "早于"), w(false, up, point, "及以后", "及之后"), w(false, false, point, "及以前", "及之前"),
		w(strict, false, point, "以前", "之前"), w(strict, up, point, "以后", "之后"), w(false, false, point, "截至", "截止"), w(false, up, point, "今天起", "今日起", "即日起"),
	} {
		out = append(out, part...)
	}
	return out
}

// comparatives are the wordings, put together once.
var comparatives = wordings()

// byTheEnd are words that mean a point in time and no manner: by 18:00, by its end.
var byTheEnd = regexp.MustCompile(`\bby (the end|its end|then|[0-9][0-9:.]*)`)

// fromOn are words that open a span: from 1 March on.
var fromOn = regexp.MustCompile(`\bfrom .* on\b`)

// edgeOut and edgeIn say of an edge that it does not count, or that it does.
func edgeOut() []string {
	return []string{"not including", "excluding", "exclusive", "not included", "not counted", "not counting", "itself not", "strictly", "不含", "不包括", "不包含", "不算"}
}

func edgeIn() []string {
	return []string{"inclusive", "included", "（含", "(含", "含当", "含首尾", "都算"}
}

// comparing finds the comparing words of a quote; ok only where they mean one thing.
func comparing(quote string) (w wording, ok bool) {
	quote = " " + strings.ToLower(value.Fold(quote)) + " "
	edge := edgeOf(&quote)
	for _, list := range [...][]wording{comparatives, spans(quote)} {
		for _, x := range list {
			if !containsWord(quote, x.words) {
				continue
			}
			quote = strings.ReplaceAll(quote, x.words, " ")
			switch {
			case !ok:
				w, ok = x, true
			case x.point && !w.point && (x.words == "after" || x.words == "before"):
				// what a length of time is counted from: more than a day after the promised date
			case x.strict != w.strict || x.up != w.up:
				return w, false // two comparisons in one quote
			}
		}
	}
	switch {
	case edge == "":
	case !ok:
		w, ok = wording{words: edge, strict: slices.Contains(edgeOut(), edge), sideless: true}, true
	default:
		w.words, w.strict = w.words+" "+edge, slices.Contains(edgeOut(), edge)
	}
	return w, ok
}

// edgeOf takes the words about the edge itself out of a quote: what does not count before what
// does, which it holds.
func edgeOf(quote *string) string {
	for _, list := range [][]string{edgeOut(), edgeIn()} {
		for _, x := range list {
			if containsWord(*quote, x) {
				*quote = strings.ReplaceAll(*quote, x, " ")
				return x
			}
		}
	}
	return ""
}

// spans are the wordings of phrases that are open inside.
func spans(quote string) []wording {
	var out []wording
	if m := byTheEnd.FindString(quote); m != "" {
		out = append(out, wording{words: m, point: true})
	}
	if m := fromOn.FindString(quote); m != "" {
		out = append(out, wording{words: m, up: true, point: true})
	}
	return out
}
