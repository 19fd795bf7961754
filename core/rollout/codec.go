package rollout

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"

	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
	"coworkenv.dev/coworkenv/core/trace"
)

// maxTrial bounds a trial that comes from elsewhere, unpacked.
const maxTrial = 256 << 20

// EncodeTrial packs a trial for the way to another process.
func EncodeTrial(t *Trial) ([]byte, error) {
	var buf bytes.Buffer
	z := gzip.NewWriter(&buf)
	if err := errors.Join(json.NewEncoder(z).Encode(t), z.Close()); err != nil {
		return nil, fault.Wrap(fault.Internal, err, "pack trial %s", t.ID)
	}
	return buf.Bytes(), nil
}

// DecodeTrial reads what EncodeTrial wrote. It believes nothing that does not fit together.
func DecodeTrial(data []byte) (*Trial, error) {
	t, err := decodeTrial(data)
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, err, "unpack a trial").WithHint("let equal programs work on one queue")
	}
	return t, nil
}

func decodeTrial(data []byte) (*Trial, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(z, maxTrial+1))
	if err != nil {
		return nil, err
	}
	if len(body) > maxTrial {
		return nil, errors.New("it is too large")
	}
	var t Trial
	if err := json.Unmarshal(body, &t); err != nil {
		return nil, err
	}
	again := newTrial(t.Item)
	switch {
	case NewItem(t.Item) != t.Item || t.ID != again.ID:
		return nil, errors.New("its ids do not fit")
	case t.Trajectory == nil || t.Trajectory.Format != trace.Format || t.Trajectory.Item != t.Item.ID:
		return nil, errors.New("its trajectory does not fit")
	case t.Trajectory.Duration < 0:
		return nil, errors.New("it lasts less than no time")
	case t.Status == grade.Scored && !sound(t.Score), t.Status != grade.Scored && (t.Failure == nil || t.Failure.Class.status() != t.Status):
		return nil, errors.New("its status does not fit")
	}
	return &t, nil
}

// sound reports whether a score is one.
func sound(s *grade.Score) bool {
	inRange := func(m grade.Micros) bool { return m >= 0 && m <= grade.One }
	return s != nil && s.Status == grade.Scored && inRange(s.Completion) && inRange(s.Score) && (s.Safety == 0 || s.Safety == 1) &&
		(s.Robustness == nil || *s.Robustness >= 0 && *s.Robustness <= 1)
}
