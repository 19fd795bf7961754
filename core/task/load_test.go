package task

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"coworkenv.dev/coworkenv/core/det"
	"coworkenv.dev/coworkenv/core/fault"
)

// folder writes files into a new folder; names may hold slashes.
func folder(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func withAssets(t testing.TB, assets string) string {
	t.Helper()
	return string(starterWith(t, "answer:  ", "assets: "+assets+"\nanswer:  "))
}

func TestLoad(t *testing.T) {
	const scan = "a scanned page"
	sum := det.SHA256Hex([]byte(scan))
	tests := []struct {
		name, assets string
		code         Code // "" = no problem
	}{
		{"given sum", "[{path: assets/scan.png, sha256: " + sum + ", media_type: image/png, text: a page}]", ""},
		{"sum in capitals", "[{path: assets/scan.png, sha256: " + strings.ToUpper(sum) + "}]", ""},
		{"no sum", "[{path: assets/scan.png}]", CodeAssetUnpinned},
		{"other sum", "[{path: assets/scan.png, sha256: " + strings.Repeat("0", 64) + "}]", CodeAssetDigest},
		{"missing", "[{path: assets/none.png, sha256: " + sum + "}]", CodeAssetMissing},
		{"folder", "[{path: assets, sha256: " + sum + "}]", CodeAssetMissing},
		{"link out", "[{path: assets/link.png, sha256: " + sum + "}]", CodeAssetMissing},
		{"linked folder", "[{path: linked/scan.png, sha256: " + sum + "}]", CodeAssetMissing},
		{"up", "[{path: ../secret.txt}]", CodeAssetPath},
		{"up inside", "[{path: assets/../../secret.txt}]", CodeAssetPath},
		{"absolute", "[{path: /etc/passwd}]", CodeAssetPath},
		{"backslash", `[{path: 'assets\scan.png'}]`, CodeAssetPath},
		{"not clean", "[{path: ./assets//scan.png}]", CodeAssetPath},
		{"twice", "[{path: assets/scan.png, sha256: " + sum + "}, {path: assets/scan.png, sha256: " + sum + "}]", CodeEqualIDs},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := folder(t, map[string]string{"task/" + FileName: withAssets(t, tt.assets), "task/assets/scan.png": scan, "secret.txt": scan})
			dir = filepath.Join(dir, "task")
			for link, to := range map[string]string{"assets/link.png": "../../secret.txt", "linked": "assets"} {
				if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
					t.Skip(err)
				}
			}
			loaded, problems := Load(dir, LoadOptions{})
			if loaded == nil {
				t.Fatal(problems)
			}
			if tt.code == "" {
				if len(problems) > 0 {
					t.Fatal(problems)
				}
				if data, err := loaded.ReadAsset(loaded.Assets[0]); err != nil || string(data) != scan {
					t.Errorf("asset %q, %v", data, err)
				}
				return
			}
			if len(problems) != 1 || problems[0].Code != tt.code || problems[0].Line == 0 {
				t.Fatalf("problems %v, want %s", problems, tt.code)
			}
			if tt.code != CodeAssetPath {
				if _, skipped := Load(dir, LoadOptions{SkipAssets: true}); tt.code != CodeEqualIDs && len(skipped) > 0 {
					t.Errorf("assets are looked at: %v", skipped)
				}
			}
			if tt.code == CodeAssetPath || tt.code == CodeAssetMissing {
				if _, err := loaded.ReadAsset(loaded.Assets[0]); err == nil {
					t.Error("the asset can be read")
				}
			}
		})
	}
}

func TestLoadFile(t *testing.T) {
	dir := folder(t, map[string]string{"a/" + FileName: string(New("a", Triage)), "b/other.yaml": string(New("b", Triage)), "c/x.txt": "x", "d/task.yaml/x": "x"})
	for name, id := range map[string]string{"a": "a", "a/" + FileName: "a", "b/other.yaml": "b"} {
		got, problems := Load(filepath.Join(dir, filepath.FromSlash(name)), LoadOptions{})
		if len(problems) > 0 || got.ID != id {
			t.Errorf("%s: %v", name, problems)
		}
	}
	for _, name := range []string{"nosuch", "c", "b", "d"} {
		got, problems := Load(filepath.Join(dir, name), LoadOptions{})
		if got != nil || len(problems) != 1 || problems[0].Code != CodeReadFailed || fault.KindOf(problems.Err()) != fault.Invalid {
			t.Errorf("%s: %v", name, problems)
		}
	}
	if os.Symlink("/dev/zero", filepath.Join(dir, "c", FileName)) == nil {
		if got, problems := Load(filepath.Join(dir, "c"), LoadOptions{}); got != nil || problems.Err() == nil {
			t.Error("a device is read as a task")
		}
	}
}

func TestLoadLibrary(t *testing.T) {
	dir := folder(t, map[string]string{
		"z/" + FileName: string(New("z", Triage)), "deep/er/b/" + FileName: string(New("b", Triage)), "a/" + FileName: string(New("z", Triage)),
		"a/assets/" + FileName: "not: a task", ".git/" + FileName: "x", "bad/" + FileName: "a: [", "notes/readme.txt": "x",
	})
	if err := os.Symlink(filepath.Join(dir, "z"), filepath.Join(dir, "linked")); err != nil {
		t.Skip(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "pointed"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "z", FileName), filepath.Join(dir, "pointed", FileName)); err != nil {
		t.Fatal(err)
	}
	entries, err := LoadLibrary(dir, LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		rel, err := filepath.Rel(dir, filepath.FromSlash(e.Path))
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, filepath.ToSlash(rel))
	}
	if want := "a bad deep/er/b pointed z"; strings.Join(got, " ") != want {
		t.Errorf("folders %v, want %s", got, want)
	}
	if entries[1].Task != nil || len(entries[1].Problems) != 1 || entries[1].Problems[0].Code != CodeSyntax {
		t.Errorf("the broken task: %v", entries[1].Problems)
	}
	if p := entries[3].Problems; len(p) != 1 || p[0].Code != CodeReadFailed || !strings.Contains(p[0].Message, "no plain file") || !strings.Contains(p[0].Hint, "links") {
		t.Errorf("a link: %v", p)
	}
	if p := entries[4].Problems; len(p) != 1 || p[0].Code != CodeEqualIDs || p[0].Path != "id" || !strings.HasSuffix(p[0].File, "z/task.yaml") {
		t.Errorf("equal ids: %v", p)
	}
	if len(entries[0].Problems)+len(entries[2].Problems) > 0 {
		t.Errorf("good tasks have problems: %v %v", entries[0].Problems, entries[2].Problems)
	}
	if _, err := LoadLibrary(filepath.Join(dir, "nosuch"), LoadOptions{}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("a library that is not there: %v", err)
	}
}

func TestLoadFS(t *testing.T) {
	fsys := fstest.MapFS{"tasks/a/task.yaml": {Data: New("a", Triage)}, "tasks/b/task.yaml": {Data: New("b", Triage)}}
	got, problems := LoadFS(fsys, "tasks/a", LoadOptions{})
	if len(problems) > 0 || got.ID != "a" || got.File.Name != "tasks/a/task.yaml" {
		t.Errorf("%v", problems)
	}
	entries, err := LoadLibraryFS(fsys, LoadOptions{})
	if err != nil || len(entries) != 2 || entries[1].Path != "tasks/b" || entries[1].Task.File.Dir != "" {
		t.Errorf("%v, %v", entries, err)
	}
	if _, err := got.ReadAsset(Asset{Path: "x"}); err == nil {
		t.Error("an asset of a task that is on no disk")
	}
}
