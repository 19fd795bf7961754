// Package picture makes a picture of a frame: the lines that a terminal is sent become an SVG that
// a web page can show, each character at the cell where the terminal has it.
//
// Invariant: equal frames give equal bytes. What a frame holds is text in the picture and nothing
// else: of escape sequences colours and emphasis alone are read, all others are an error, and
// letters are escaped.
package picture

import (
	"fmt"
	"strconv"
	"strings"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/themes"
	"coworkenv.dev/coworkenv/tui/text"
)

// Cell is one character of a line with its look; a wide one fills two cells.
type Cell struct {
	Text  string
	Width int
	Look  themes.Look
}

// mostParams is how many numbers are read of one sequence; a look needs at most some 20.
const mostParams = 32

// Parse reads a line of a frame: text, and sequences for colours and emphasis (SGR).
func Parse(line string) ([]Cell, error) {
	var out []Cell
	var look themes.Look
	for line != "" {
		if line[0] == 0x1b {
			params, rest, err := sequence(line)
			if err != nil {
				return nil, err
			}
			if look, err = apply(look, params); err != nil {
				return nil, err
			}
			line = rest
			continue
		}
		plain := line
		if at := strings.IndexByte(line, 0x1b); at >= 0 {
			plain = line[:at]
		}
		line = line[len(plain):]
		for plain != "" {
			n, shown, width := text.Next(plain)
			out = append(out, Cell{shown, width, look})
			plain = plain[n:]
		}
	}
	return out, nil
}

// sequence reads ESC [ numbers m at the beginning of a line.
func sequence(line string) (params []int, rest string, err error) {
	body, ok := strings.CutPrefix(line, "\x1b[")
	end := strings.IndexByte(body, 'm')
	if !ok || end < 0 {
		return nil, "", fault.New(fault.Invalid, "read the frame: %q begins no colour", head(line))
	}
	for part := range strings.SplitSeq(body[:end], ";") {
		n, err := strconv.ParseUint(part, 10, 8)
		if part == "" {
			n, err = 0, nil
		}
		if err != nil || len(params) == mostParams {
			return nil, "", fault.New(fault.Invalid, "read the frame: %q is no colour", head(line))
		}
		params = append(params, int(n))
	}
	return params, body[end+1:], nil
}

func head(s string) string { return s[:min(len(s), 40)] }

// apply changes a look by the numbers of a sequence.
func apply(l themes.Look, params []int) (themes.Look, error) {
	for i := 0; i < len(params); i++ {
		switch p := params[i]; {
		case p == 38 || p == 48:
			colour, used := extended(params[i+1:])
			if used == 0 {
				return l, fault.New(fault.Invalid, "read the frame: colour %v is not whole", params[i:])
			}
			i += used
			if p == 38 {
				l.Fg = colour
			} else {
				l.Bg = colour
			}
		case p >= 30 && p <= 37:
			l.Fg = indexed(p - 30)
		case p >= 90 && p <= 97:
			l.Fg = indexed(p - 90 + 8)
		case p >= 40 && p <= 47:
			l.Bg = indexed(p - 40)
		case p >= 100 && p <= 107:
			l.Bg = indexed(p - 100 + 8)
		default:
			l = emphasis(l, p)
		}
	}
	return l, nil
}

// emphasis changes a look by one number; what a picture cannot show, such as blinking, is passed
// over.
func emphasis(l themes.Look, p int) themes.Look {
	switch p {
	case 0:
		return themes.Look{}
	case 1:
		l.Bold = true
	case 2:
		l.Faint = true
	case 3:
		l.Italic = true
	case 4:
		l.Underline = true
	case 7:
		l.Reverse = true
	case 22:
		l.Bold, l.Faint = false, false
	case 23:
		l.Italic = false
	case 24:
		l.Underline = false
	case 27:
		l.Reverse = false
	case 39:
		l.Fg = ""
	case 49:
		l.Bg = ""
	}
	return l
}

// extended reads 2;r;g;b or 5;n and tells how many numbers it took, 0 where it is not whole.
func extended(params []int) (colour string, used int) {
	switch {
	case len(params) >= 4 && params[0] == 2:
		return fmt.Sprintf("#%02x%02x%02x", params[1], params[2], params[3]), 4
	case len(params) >= 2 && params[0] == 5:
		return indexed(params[1]), 2
	}
	return "", 0
}

// basic are the sixteen colours that terminals name, as xterm has them.
const basic = "#000000#cd0000#00cd00#cdcd00#0000ee#cd00cd#00cdcd#e5e5e5#7f7f7f#ff0000#00ff00#ffff00#5c5cff#ff00ff#00ffff#ffffff"

// indexed is a colour of xterm's 256.
func indexed(n int) string {
	const hex = len("#rrggbb")
	switch {
	case n < 16:
		return basic[n*hex : n*hex+hex]
	case n < 232:
		n -= 16
		return fmt.Sprintf("#%02x%02x%02x", step(n/36), step(n/6%6), step(n%6))
	}
	grey := 8 + (n-232)*10
	return fmt.Sprintf("#%02x%02x%02x", grey, grey, grey)
}

// step is one of the six steps of the cube of colours.
func step(n int) int {
	if n == 0 {
		return 0
	}
	return 55 + 40*n
}
