package eval

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Plot is one picture of a report.
type Plot struct {
	Name string // of its file, without folder
	SVG  []byte
}

// Plots draws the report: the mean score of every agent overall and by each dimension, with its
// interval; pass@k and pass^k over k; and the difference by task where two agents are compared.
func (r *Report) Plots() []Plot {
	out := []Plot{{"score.svg", r.scorePlot("overall", func(a *AgentReport) []Cell { return []Cell{a.Overall} })}}
	for i, name := range r.Options.By {
		out = append(out, Plot{"score-by-" + name + ".svg", r.scorePlot("by "+name, func(a *AgentReport) []Cell { return a.By[i].Cells })})
	}
	if len(r.Options.K) > 1 {
		out = append(out, Plot{"pass.svg", r.passPlot()})
	}
	if r.Pair != nil {
		out = append(out, Plot{"pair.svg", r.Pair.plot()})
	}
	return out
}

const (
	plotWidth = 720
	rowHeight = 20
	topMargin = 30
	rowGap    = 10
	rightPad  = 90 // for the figures at the end of a row
)

// labelWidth is the room that the longest label needs; wide characters count twice.
func labelWidth(labels []string) float64 {
	most := 0
	for _, l := range labels {
		n := utf8.RuneCountInString(l) + (len(l)-utf8.RuneCountInString(l))/2
		most = max(most, n)
	}
	return min(float64(most)*7+16, plotWidth/2)
}

// scale maps values to a range of the picture.
type scale struct{ low, high, from, to float64 }

func (s scale) at(v float64) float64 { return s.from + (v-s.low)/(s.high-s.low)*(s.to-s.from) }

// ticks draws a vertical grid with its values below.
func (d *drawing) ticks(x scale, values []float64, top, bottom float64) {
	for _, v := range values {
		d.line("grid", x.at(v), top, x.at(v), bottom)
		d.text("soft", "middle", x.at(v), bottom+16, strconv.FormatFloat(v, 'g', -1, 64))
	}
}

// legend names the agents by mark and colour, one below the other.
func (d *drawing) legend(agents []AgentReport, x, y float64) {
	for i := range agents {
		d.mark(i, x, y+float64(i)*rowHeight-4)
		d.text("", "start", x+12, y+float64(i)*rowHeight, agents[i].Name())
	}
}

// scorePlot draws mean scores with intervals: a block of rows a value, a row an agent.
func (r *Report) scorePlot(what string, cells func(*AgentReport) []Cell) []byte {
	values := valuesOf(r.Agents, cells)
	left := labelWidth(values)
	height := topMargin + float64(len(values))*(float64(len(r.Agents))*rowHeight+rowGap) + 30
	d := newDrawing(plotWidth, height+float64(len(r.Agents))*rowHeight+10)
	x := scale{0, 1, left, plotWidth - rightPad}
	d.ticks(x, []float64{0, 0.25, 0.5, 0.75, 1}, topMargin-8, height-24)
	var told []string
	y := float64(topMargin)
	for _, v := range values {
		d.text("", "end", left-10, y+float64(len(r.Agents))*rowHeight/2+4, v)
		for i := range r.Agents {
			m, tasks := scoreOf(cells(&r.Agents[i]), v)
			at := y + float64(i)*rowHeight + rowHeight/2
			d.figure(i, m, x, at)
			told = append(told, fmt.Sprintf("%s, %s: %s over %d tasks", v, r.Agents[i].Name(), show(m.Value), tasks))
		}
		y += float64(len(r.Agents))*rowHeight + rowGap
	}
	d.legend(r.Agents, left, height+14)
	return d.finish("Mean score "+what, strings.Join(told, "; "))
}

// figure draws one metric: whisker, mark and number.
func (d *drawing) figure(series int, m Metric, x scale, y float64) {
	if m.Value == nil {
		d.text("soft", "start", x.from+4, y+4, "no score")
		return
	}
	label := show(m.Value)
	if m.Interval != nil {
		d.stroke(series, 2, false, x.at(m.Interval.Low), y, x.at(m.Interval.High), y)
		label += fmt.Sprintf(" ±%.2f", (m.Interval.High-m.Interval.Low)/2)
	}
	d.mark(series, x.at(*m.Value), y)
	d.text("soft", "end", plotWidth-6, y+4, label)
}

func valuesOf(agents []AgentReport, cells func(*AgentReport) []Cell) []string {
	seen := map[string]bool{}
	var out []string
	for i := range agents {
		for _, c := range cells(&agents[i]) {
			if !seen[c.Value] {
				seen[c.Value] = true
				out = append(out, c.Value)
			}
		}
	}
	return out
}

func scoreOf(cells []Cell, value string) (Metric, int) {
	for i := range cells {
		if cells[i].Value == value {
			m, _ := cells[i].Metric("score")
			return m, m.Tasks
		}
	}
	return Metric{}, 0
}

func show(v *float64) string {
	if v == nil {
		return "n/a"
	}
	return fmt.Sprintf("%.3f", *v)
}

// passPlot draws pass@k (solid) and pass^k (dashed) over k.
func (r *Report) passPlot() []byte {
	const bottom = 300
	left := 46.0
	d := newDrawing(plotWidth, bottom+50+float64(len(r.Agents)+1)*rowHeight)
	x := scale{float64(r.Options.K[0]), float64(r.Options.K[len(r.Options.K)-1]), left, plotWidth - 30}
	y := scale{0, 1, bottom, topMargin}
	for _, v := range []float64{0, 0.25, 0.5, 0.75, 1} {
		d.line("grid", left, y.at(v), plotWidth-30, y.at(v))
		d.text("soft", "end", left-8, y.at(v)+4, strconv.FormatFloat(v, 'g', -1, 64))
	}
	for _, k := range r.Options.K {
		d.text("soft", "middle", x.at(float64(k)), bottom+18, strconv.Itoa(k))
	}
	d.text("soft", "middle", plotWidth/2, bottom+34, "k; solid: pass@k, dashed: pass^k")
	var told []string
	for i := range r.Agents {
		for _, kind := range []string{"pass@", "pass^"} {
			var points []float64
			for _, k := range r.Options.K {
				m, _ := r.Agents[i].Overall.Metric(kind + strconv.Itoa(k))
				if m.Value == nil {
					continue // n/a: fewer trials than k
				}
				points = append(points, x.at(float64(k)), y.at(*m.Value))
				told = append(told, fmt.Sprintf("%s %s%d %s", r.Agents[i].Name(), kind, k, show(m.Value)))
			}
			d.stroke(i, 2, kind == "pass^", points...)
			for j := 0; j+1 < len(points); j += 2 {
				d.mark(i, points[j], points[j+1])
			}
		}
	}
	d.legend(r.Agents, left, bottom+60)
	return d.finish("Pass@k and pass^k", strings.Join(told, "; "))
}

// plot draws the differences of two agents by task, the largest first, as a line of steps.
func (p *Pair) plot() []byte {
	const bottom = 260
	left := 46.0
	d := newDrawing(plotWidth, bottom+60)
	y := scale{-1, 1, bottom, topMargin}
	for _, v := range []float64{-1, -0.5, 0, 0.5, 1} {
		d.line("grid", left, y.at(v), plotWidth-30, y.at(v))
		d.text("soft", "end", left-8, y.at(v)+4, strconv.FormatFloat(v, 'g', -1, 64))
	}
	x := scale{0, float64(max(len(p.ByTask), 1)), left, plotWidth - 30}
	var points []float64
	for i, t := range p.ByTask {
		points = append(points, x.at(float64(i)), y.at(t.Difference), x.at(float64(i+1)), y.at(t.Difference))
	}
	d.line("axis", left, y.at(0), plotWidth-30, y.at(0))
	d.stroke(0, 2, false, points...)
	d.text("soft", "start", left, topMargin-12, p.A+" is better")
	d.text("soft", "end", plotWidth-30, bottom+18, p.B+" is better")
	d.text("soft", "middle", plotWidth/2, bottom+40, fmt.Sprintf("difference of the mean score on each of %d tasks, the largest first", p.Tasks))
	return d.finish("Difference of "+p.A+" and "+p.B, fmt.Sprintf("%s better on %d tasks, %s on %d, equal on %d", p.A, p.Better["a"], p.B, p.Better["b"], p.Better["equal"]))
}
