package store
import ("testing";"bytes";"compress/flate";"fmt")
func BenchmarkLZ(b *testing.B){
 src := probeBody
 var t lzTable
 var dst []byte
 b.Run("lz4", func(b *testing.B){ b.SetBytes(int64(len(src))); for b.Loop() { dst = lzPack(dst[:0], src, &t) }; b.ReportMetric(float64(len(src))/float64(len(dst)),"ratio") })
 out, ok := lzUnpack(dst, len(src)); if !ok || !bytes.Equal(out, src) { b.Fatal("bad") }
 b.Run("unlz4", func(b *testing.B){ b.SetBytes(int64(len(src))); for b.Loop() { lzUnpack(dst, len(src)) } })
 b.Run("flate", func(b *testing.B){ b.SetBytes(int64(len(src))); var buf bytes.Buffer; w,_ := flate.NewWriter(&buf,1); for b.Loop() { buf.Reset(); w.Reset(&buf); w.Write(src); w.Close() }; b.ReportMetric(float64(len(src))/float64(buf.Len()),"ratio") })
 fmt.Sprint()
}
