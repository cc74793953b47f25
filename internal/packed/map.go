package packed

// Set sets an entry of a map that is made with its first one: most inputs need none of what
// is kept in these.
func Set[K comparable, V any](m *map[K]V, key K, value V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[key] = value
}
