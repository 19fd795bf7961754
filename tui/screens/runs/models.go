package runs

import (
	"context"

	"coworkenv.dev/coworkenv/core/engine"
	"coworkenv.dev/coworkenv/tui/screens"
	"coworkenv.dev/coworkenv/tui/ui"
)

// models is what was sent to models.
type models struct {
	totals []engine.ModelTotal
	list   []engine.Exchange
	done   bool
	job    *screens.Job
	table  ui.Table
	text   ui.Pager
	textOf string
}

type modelsRead struct {
	totals []engine.ModelTotal
	list   []engine.Exchange
	err    error
}

type exchangeRead struct {
	id  string
	doc *ui.Document
	err error
}

func (v *models) begin(s *screen) {
	v.table.Columns = exchangeColumns()
	v.table.Cell = s.exchangeCell
}

// row is the exchange at the cursor, nil in an empty list.
func (v *models) row() *engine.Exchange {
	if v.table.At >= len(v.list) {
		return nil
	}
	return &v.list[v.table.At]
}

func (v *models) load(s *screen) {
	env := s.env
	v.job = env.Host.Restart(v.job, func(ctx context.Context, tell func(screens.Msg)) {
		var msg modelsRead
		msg.totals, msg.list, msg.err = env.Engine.ModelActivity(ctx, env.Workspace.Dir)
		tell(msg)
	})
}

func (v *models) read(s *screen, msg modelsRead) {
	if msg.err != nil {
		s.failed(msg.err)
		return
	}
	at := ""
	if x := v.row(); x != nil {
		at = x.ID
	}
	v.totals, v.list, v.done = msg.totals, msg.list, true
	v.table.SetLen(len(v.list))
	for i := range v.list {
		if v.list[i].ID == at {
			v.table.MoveTo(i)
			break
		}
	}
	s.describe()
}

// open reads the exchange at the cursor.
func (v *models) open(s *screen) {
	env, id := s.env, v.row().ID
	v.textOf = id
	v.text.Show(nil)
	s.show(viewText)
	env.Host.Start(func(ctx context.Context, tell func(screens.Msg)) {
		text, err := env.Engine.ExchangeText(env.Workspace.Dir, id)
		tell(exchangeRead{id, ui.NewDocument(text, nil), err})
	})
}

func (v *models) opened(s *screen, msg exchangeRead) {
	if msg.id != v.textOf {
		return
	}
	if msg.err != nil {
		s.failed(msg.err)
		return
	}
	v.text.Show(msg.doc)
}
