package pieces

import "testing"

// No two have the same room at a time, and what is taken is empty.
func TestRoom(t *testing.T) {
	a, b := TakeRoom(), TakeRoom()
	a.Bytes, b.Bytes = append(a.Bytes, "one"...), append(b.Bytes, "two"...)
	if a == b || string(a.Bytes) != "one" || string(b.Bytes) != "two" {
		t.Fatalf("%q, %q", a.Bytes, b.Bytes)
	}
	a.Give()
	if c := TakeRoom(); c == b || len(c.Bytes) > 0 || string(b.Bytes) != "two" {
		t.Errorf("%q beside %q", c.Bytes, b.Bytes)
	}
}

// A large one is not kept.
func TestLargeRoom(t *testing.T) {
	for range 10 {
		r := TakeRoom()
		r.Bytes = make([]byte, 2*mostRoom)
		r.Give()
	}
	for range 20 {
		if r := TakeRoom(); cap(r.Bytes) > mostRoom {
			t.Fatalf("%d bytes are kept", cap(r.Bytes))
		}
	}
}
