package library_test
import ("testing";"os";"strings";"coworkenv.dev/coworkenv/core/task")
func TestZZFmt(t *testing.T){
 for name := range shippedTasks(t) {
  if strings.HasSuffix(name,"-000021")||strings.HasSuffix(name,"-000022")||strings.HasSuffix(name,"-000023")||strings.HasSuffix(name,"-000024")||strings.HasSuffix(name,"-000025") || strings.Contains(name,"-00002") || strings.Contains(name,"-00003"){ continue }
  p := "tasks/"+name+"/task.yaml"
  d,_ := os.ReadFile(p)
  out, err := task.Format(d)
  if err!=nil { t.Error(name, err); continue }
  if string(out)!=string(d) { os.WriteFile(p, out, 0o644); t.Log(name) }
 }
}
