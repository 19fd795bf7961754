package synth

import (
	"regexp"
	"slices"
	"strings"

	"coworkenv.dev/coworkenv/core/det"
)

// sheet is a formatted task file as lines, for alterations of its text.
type sheet struct {
	lines []string
	rand  *det.Rand
}

// span is the lines of a section: [from, to).
func (s *sheet) span(section string) (from, to int) {
	from = slices.IndexFunc(s.lines, func(l string) bool { return strings.HasPrefix(l, section+":") })
	if from < 0 {
		return 0, 0
	}
	to = from + 1
	for to < len(s.lines) && (s.lines[to] == "" || s.lines[to][0] == ' ') {
		to++
	}
	for to > from+1 && s.lines[to-1] == "" {
		to--
	}
	return from, to
}

// body is a section's text without its first line.
func (s *sheet) body(section string) string {
	from, to := s.span(section)
	if to <= from {
		return ""
	}
	return strings.Join(s.lines[from+1:to], "\n")
}

// found lists the lines of a section that match.
func (s *sheet) found(section string, re *regexp.Regexp) []int {
	from, to := s.span(section)
	var out []int
	for i := from; i < to; i++ {
		if re.MatchString(s.lines[i]) {
			out = append(out, i)
		}
	}
	return out
}

// replace changes the first match on one line of a section, drawn among those that match; with
// is a template as regexp.Expand takes it.
func (s *sheet) replace(section string, re *regexp.Regexp, with string) bool {
	list := s.found(section, re)
	if len(list) == 0 {
		return false
	}
	i := det.Pick(s.rand, list)
	at := re.FindStringSubmatchIndex(s.lines[i])
	line := s.lines[i]
	s.lines[i] = line[:at[0]] + string(re.ExpandString(nil, with, line, at)) + line[at[1]:]
	return true
}

// replaceAll changes every match in a section.
func (s *sheet) replaceAll(section string, re *regexp.Regexp, with string) bool {
	list := s.found(section, re)
	for _, i := range list {
		s.lines[i] = re.ReplaceAllString(s.lines[i], with)
	}
	return len(list) > 0
}

// remove takes lines out, given by rising index.
func (s *sheet) remove(lines []int) bool {
	for _, i := range slices.Backward(lines) {
		s.lines = slices.Delete(s.lines, i, i+1)
	}
	return len(lines) > 0
}

// add puts lines at the end of a section; the section is made where it is missing.
func (s *sheet) add(section string, lines ...string) bool {
	from, to := s.span(section)
	if to == from {
		s.lines = append(s.lines, section+":")
		to = len(s.lines)
	}
	s.lines = slices.Insert(s.lines, to, lines...)
	return true
}

// drop takes a whole section out.
func (s *sheet) drop(section string) bool {
	from, to := s.span(section)
	s.lines = slices.Delete(s.lines, from, to)
	return to > from
}

// sayMore adds a sentence to the request's first text.
func (s *sheet) sayMore(text string) bool {
	from, to := s.span("request")
	block := regexp.MustCompile(`^(\s*)(?:- )?say: \|`)
	for i := from; i < to; i++ {
		if block.MatchString(s.lines[i]) && i+1 < to {
			indent := s.lines[i+1][:len(s.lines[i+1])-len(strings.TrimLeft(s.lines[i+1], " "))]
			s.lines = slices.Insert(s.lines, i+1, indent+text)
			return true
		}
	}
	return false
}
