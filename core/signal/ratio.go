package signal

// Ratio is the likeness of two texts by Ratcliff and Obershelp, 2M/T with M the runes in matching
// blocks and T those of both: what Python's difflib gives, which GiGPO's similarity is defined
// by, with its rule that runes making up over 1 % of a text of 200 or more start no match.
func Ratio(a, b string) float64 {
	x, y := []rune(a), []rune(b)
	if len(x)+len(y) == 0 {
		return 1
	}
	m := matcher{a: x, b: y, at: positions(y)}
	return 2 * float64(m.matches(0, len(x), 0, len(y))) / float64(len(x)+len(y))
}

const (
	popularFrom  = 200 // length from which runes may be too popular
	popularShare = 100 // one in so many
)

// positions maps each rune to where it stands, but for the popular ones.
func positions(b []rune) map[rune][]int {
	at := map[rune][]int{}
	for j, r := range b {
		at[r] = append(at[r], j)
	}
	if len(b) >= popularFrom {
		for r, js := range at {
			if len(js) > len(b)/popularShare+1 {
				delete(at, r)
			}
		}
	}
	return at
}

type matcher struct {
	a, b []rune
	at   map[rune][]int
}

// matches counts the runes in matching blocks of a[alo:ahi] and b[blo:bhi]. The stretches left to
// do are kept in a list: a recursion could grow as deep as the text is long.
func (m *matcher) matches(alo, ahi, blo, bhi int) int {
	total := 0
	todo := [][4]int{{alo, ahi, blo, bhi}}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		i, j, n := m.longest(s[0], s[1], s[2], s[3])
		if n == 0 {
			continue
		}
		total += n
		todo = append(todo, [4]int{s[0], i, s[2], j}, [4]int{i + n, s[1], j + n, s[3]})
	}
	return total
}

// longest finds the longest matching block, the first in a and then in b among equals, and
// stretches it over popular runes on both sides.
func (m *matcher) longest(alo, ahi, blo, bhi int) (i, j, n int) {
	i, j = alo, blo
	lengths := map[int]int{}
	for x := alo; x < ahi; x++ {
		next := map[int]int{}
		for _, y := range m.at[m.a[x]] {
			if y < blo {
				continue
			}
			if y >= bhi {
				break
			}
			k := lengths[y-1] + 1
			next[y] = k
			if k > n {
				i, j, n = x-k+1, y-k+1, k
			}
		}
		lengths = next
	}
	for i > alo && j > blo && m.a[i-1] == m.b[j-1] {
		i, j, n = i-1, j-1, n+1
	}
	for i+n < ahi && j+n < bhi && m.a[i+n] == m.b[j+n] {
		n++
	}
	return i, j, n
}
