package rollout

import (
	"bytes"
	"compress/gzip"
	"testing"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
	"coworkenv.dev/coworkenv/core/grade"
)

// What other processes hand in is read without a panic, and what is accepted is sound.
func FuzzDecodeTrial(f *testing.F) {
	it := NewItem(Item{TaskID: "t", TaskDigest: "d", Agent: "a", Attempt: 1})
	data, err := EncodeTrial(Unplayed(it, fault.New(fault.Unavailable, "died"), det.Fixed(det.System().Now())))
	if err != nil {
		f.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		f.Fatal(err)
	}
	var body bytes.Buffer
	if _, err := body.ReadFrom(z); err != nil {
		f.Fatal(err)
	}
	f.Add(body.Bytes())
	f.Add([]byte(`{"status":"scored","score":{}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		var buf bytes.Buffer
		z := gzip.NewWriter(&buf)
		z.Write(body)
		z.Close()
		x, err := DecodeTrial(buf.Bytes())
		if err != nil {
			return
		}
		if x.Trajectory == nil || x.Status == grade.Scored && x.Score == nil || NewItem(x.Item) != x.Item {
			t.Errorf("accepted: %+v", x)
		}
		_, _ = DecodeTrial(body) // not packed
	})
}

func FuzzQueueMessages(f *testing.F) {
	f.Add([]byte(`{"run":"run_1","item":{"id":"","task_id":"","task_digest":"","agent":"","seed":0,"attempt":1,"group":"grp_1"},"attempts":[1,2]}`))
	f.Add([]byte(`{"by":"x-1","collected":true}` + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, err := openParcel(data); err == nil && (len(p.group()) != len(p.Attempts) || p.group()[0].Group != p.Item.Group) {
			t.Errorf("accepted: %+v", p)
		}
		if s, body, err := openEntry(data); err == nil {
			again, err := s.entry(body)
			if back, rest, err2 := openEntry(again); err != nil || err2 != nil || back != s || !bytes.Equal(rest, body) {
				t.Errorf("%+v is read as %+v", s, back)
			}
		}
	})
}
