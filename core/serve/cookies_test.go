package serve_test

import (
	"net/http"
	"net/url"
)

// cookies is a jar of one site.
type cookies map[string]*http.Cookie

func (c *cookies) SetCookies(_ *url.URL, set []*http.Cookie) {
	for _, cookie := range set {
		(*c)[cookie.Name] = cookie
	}
}

func (c *cookies) Cookies(*url.URL) []*http.Cookie {
	var out []*http.Cookie
	for _, cookie := range *c {
		out = append(out, cookie)
	}
	return out
}
