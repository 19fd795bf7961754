package app

import (
	"io/fs"

	"coworkenv.dev/coworkenv/core/value"
	"coworkenv.dev/coworkenv/library/claweval"
	"coworkenv.dev/coworkenv/services/caption"
	"coworkenv.dev/coworkenv/services/documents"
	"coworkenv.dev/coworkenv/services/ocr"
)

// Readers turn the files of a Claw-Eval task into records, as the services that serve them
// understand them.
func Readers() claweval.Readers {
	return claweval.Readers{
		OCR: func(folder fs.FS, filename, filenames string) (*value.Object, error) {
			return ocr.Fixture{Filename: filename, Filenames: filenames}.Record(folder)
		},
		Caption: caption.Record,
		PDF:     documents.Extract,
	}
}
