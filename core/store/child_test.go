package store_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/store"
)

// The test binary runs itself as a second process that writes trials; these
// variables tell it to.
const (
	childDir  = "STORE_TEST_CHILD_DIR"
	childFrom = "STORE_TEST_CHILD_FROM"
	childTo   = "STORE_TEST_CHILD_TO"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		if err := childMain(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// childMain writes the trials from..to from 8 goroutines and prints the id of
// each one as it is acknowledged, with "+" when it was new.
func childMain(dir string) error {
	from, err := strconv.Atoi(os.Getenv(childFrom))
	if err != nil {
		return err
	}
	to, err := strconv.Atoi(os.Getenv(childTo))
	if err != nil {
		return err
	}
	fmt.Println("opening")
	ctx := context.Background()
	s, err := store.Open(ctx, dir, store.Options{Clock: det.Fixed(epoch)})
	if err != nil {
		return err
	}
	fmt.Println("open")
	var next atomic.Int64
	next.Store(int64(from))
	var first atomic.Value
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= to {
					return
				}
				stored, err := s.PutTrial(ctx, trial(i))
				if err != nil {
					first.CompareAndSwap(nil, err)
					return
				}
				mark := "="
				if stored {
					mark = "+"
				}
				// One write a line: a line is there whole or not at all.
				os.Stdout.WriteString(mark + trial(i).ID + "\n")
			}
		})
	}
	wg.Wait()
	if err, failed := first.Load().(error); failed {
		return err
	}
	return s.Close()
}

// child is a running second process.
type child struct {
	cmd   *exec.Cmd
	lines *bufio.Scanner
	err   *strings.Builder
}

func startChild(t testing.TB, dir string, from, to int) *child {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childDir+"="+dir, childFrom+"="+strconv.Itoa(from), childTo+"="+strconv.Itoa(to))
	out, err := cmd.StdoutPipe()
	ok(t, err)
	c := &child{cmd: cmd, err: &strings.Builder{}}
	cmd.Stderr = c.err
	ok(t, cmd.Start())
	c.lines = bufio.NewScanner(out)
	return c
}

// wait reads up to n lines after the process said word, and returns them.
func (c *child) wait(t testing.TB, word string, n int) []string {
	t.Helper()
	for c.lines.Scan() && c.lines.Text() != word {
	}
	var acks []string
	for len(acks) < n && c.lines.Scan() {
		acks = append(acks, c.lines.Text())
	}
	return acks
}

// rest reads what is left until the process has ended.
func (c *child) rest(t testing.TB) []string {
	t.Helper()
	var acks []string
	for c.lines.Scan() {
		acks = append(acks, c.lines.Text())
	}
	if err := c.lines.Err(); err != nil && err != io.EOF {
		t.Fatal(err)
	}
	return acks
}
