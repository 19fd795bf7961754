package synth

import (
	"fmt"
	"strings"

	"coworkenv.dev/coworkenv/core/det"
)

// Lexicon is what names are drawn from, one for each language.
type Lexicon struct {
	Given       []string // given names, with their spelling in addresses: "Mara" or "明/ming"
	Family      []string // family names, likewise
	Companies   []string // company names, likewise: "Harbor Foods/harbor-foods"
	Departments []string
	Titles      []string
	Cities      []string
	Products    []string
	Home        string // domain of the requester's own company, e.g. "northwind.test"
}

// Person is somebody.
type Person struct {
	Name, Given, Family string
	Mail, Handle, Phone string
	Department, Title   string
}

// Company is a firm with its own reserved domain.
type Company struct{ Name, Domain string }

// split takes "明/ming" apart; a name without a spelling is spelled as itself.
func split(entry string) (name, spelled string) {
	name, spelled, ok := strings.Cut(entry, "/")
	if !ok {
		spelled = strings.ToLower(strings.ReplaceAll(name, " ", "-"))
	}
	return name, spelled
}

// Person draws somebody of the home company who was not drawn before.
func (d *Draft) Person() Person { return d.PersonAt(d.Lexicon.Home) }

// PersonAt draws somebody with an address at a domain.
func (d *Draft) PersonAt(domain string) Person {
	for range 500 {
		p := d.person(det.Pick(d.Rand, d.Lexicon.Given), det.Pick(d.Rand, d.Lexicon.Family), domain)
		if d.take(p) {
			return p
		}
	}
	d.fail("no more names")
	return Person{}
}

// take notes a person as drawn; false where the name or the address is somebody's already.
func (d *Draft) take(p Person) bool {
	if d.taken[p.Name] || d.taken[p.Mail] {
		return false
	}
	d.taken[p.Name], d.taken[p.Mail] = true, true
	return true
}

// Namesake draws somebody with the same name and another address, handle and telephone.
func (d *Draft) Namesake(p Person) Person {
	q := p
	q.Handle += "2"
	at := strings.IndexByte(p.Mail, '@')
	q.Mail = p.Mail[:at] + "2" + p.Mail[at:]
	q.Phone = d.phone()
	q.Department = d.other(d.Lexicon.Departments, p.Department)
	return q
}

// Relative draws somebody of the same family name and domain: a name like it.
func (d *Draft) Relative(p Person) Person {
	for range 500 {
		q := d.person(det.Pick(d.Rand, d.Lexicon.Given), "", p.Mail[strings.IndexByte(p.Mail, '@')+1:])
		q = d.withFamily(q, p)
		if q.Name != p.Name && d.take(q) {
			return q
		}
	}
	d.fail("no more relatives of %s", p.Name)
	return Person{}
}

func (d *Draft) withFamily(q, p Person) Person {
	family := p.Family
	spelled := ""
	for _, f := range d.Lexicon.Family {
		if name, s := split(f); name == family {
			spelled = s
		}
	}
	domain := q.Mail[strings.IndexByte(q.Mail, '@')+1:]
	_, given := d.spelling(q.Given)
	return d.named(q.Given, given, family, spelled, domain)
}

func (d *Draft) spelling(given string) (string, string) {
	for _, g := range d.Lexicon.Given {
		if name, s := split(g); name == given {
			return name, s
		}
	}
	return given, strings.ToLower(given)
}

func (d *Draft) person(given, family, domain string) Person {
	g, gs := split(given)
	f, fs := split(family)
	return d.named(g, gs, f, fs, domain)
}

func (d *Draft) named(g, gs, f, fs, domain string) Person {
	p := Person{Given: g, Family: f, Phone: d.phone(), Department: det.Pick(d.Rand, d.Lexicon.Departments), Title: det.Pick(d.Rand, d.Lexicon.Titles)}
	if d.Chinese() {
		p.Name, p.Handle = f+g, fs+gs
	} else {
		p.Name, p.Handle = g+" "+f, gs+"."+fs
	}
	p.Mail = p.Handle + "@" + domain
	return p
}

// phone draws a number that nobody has.
func (d *Draft) phone() string { return fmt.Sprintf("555-01%02d", d.Intn(100)) }

// Company draws a firm that was not drawn before.
func (d *Draft) Company() Company {
	for range 500 {
		name, spelled := split(det.Pick(d.Rand, d.Lexicon.Companies))
		if !d.taken[name] {
			d.taken[name] = true
			return Company{name, spelled + ".test"}
		}
	}
	d.fail("no more companies")
	return Company{}
}

// City, Department and Product draw a word.
func (d *Draft) City() string       { return det.Pick(d.Rand, d.Lexicon.Cities) }
func (d *Draft) Department() string { return det.Pick(d.Rand, d.Lexicon.Departments) }
func (d *Draft) Product() string    { return det.Pick(d.Rand, d.Lexicon.Products) }

// other draws a member of the list that is not the given one.
func (d *Draft) other(list []string, than string) string {
	for range 500 {
		if s := det.Pick(d.Rand, list); s != than {
			return s
		}
	}
	return than
}
