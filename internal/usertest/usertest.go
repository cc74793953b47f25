// Package usertest runs tests as a user without privileges. Root may read and
// write everywhere, so what is refused to others cannot be tested as root.
package usertest
