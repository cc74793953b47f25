package turns

// blocks have the bytes of lines that wait. Lines leave nearly in the order in which they
// came, and a block serves again once all of its lines are done with: so no more memory is
// touched than what waits at a time.
type blocks struct {
	now   *block   // takes the next line, if it has room
	spent []*block // full ones whose lines were all sent off, but may still be read
	spare []*block // nobody reads any more
	kept  int      // bytes of the spare ones
	total int      // bytes of all
	large []byte   // for blocks to come
}

// block has the bytes of some lines.
type block struct {
	bytes []byte
	lines int // that have not been sent off
}

const (
	// blockSize is how large blocks get, in bytes, unless a line is longer.
	blockSize = 256 << 10
	// mostSpare bounds what the spare blocks are, in bytes.
	mostSpare = 8 << 20
	// manyBlocks is how many bytes blocks have before more of them are cut from large memory,
	// most of which may never be touched.
	manyBlocks = 1 << 20
	largeSize  = 8 << 20
)

// room returns a block with room for so many bytes.
func (b *blocks) room(size int) *block {
	if was := b.now; was != nil {
		if cap(was.bytes)-len(was.bytes) >= size {
			return was
		}
		if was.lines == 0 {
			b.spent = append(b.spent, was)
		}
	}
	if b.now = b.takeSpare(size); b.now == nil {
		b.now = &block{bytes: b.bytes(size)}
	}
	return b.now
}

// bytes returns new memory for a block, as much as all blocks have so far: most inputs
// need few.
func (b *blocks) bytes(size int) []byte {
	size = max(size, min(b.total, blockSize))
	b.total += size
	if b.total < manyBlocks || size > largeSize/4 {
		return make([]byte, 0, size)
	}
	if len(b.large) < size {
		b.large = make([]byte, largeSize)
	}
	first := b.large[:0:size]
	b.large = b.large[size:]
	return first
}

// takeSpare returns a spare block with room for so many bytes, nil if there is none.
func (b *blocks) takeSpare(size int) *block {
	for i, s := range b.spare {
		if cap(s.bytes) >= size {
			last := len(b.spare) - 1
			b.spare[i], b.spare[last] = b.spare[last], nil
			b.spare = b.spare[:last]
			b.kept -= cap(s.bytes)
			return s
		}
	}
	return nil
}

// sent takes note that a line of the block was sent off; nil is the reader's buffer.
func (b *blocks) sent(of *block) {
	if of == nil {
		return
	}
	if of.lines--; of.lines == 0 && of != b.now {
		b.spent = append(b.spent, of)
	}
}

// flushed makes the blocks spare that nobody reads any more.
func (b *blocks) flushed() {
	for _, s := range b.spent {
		if size := cap(s.bytes); b.kept+size <= mostSpare {
			s.bytes = s.bytes[:0]
			b.spare = append(b.spare, s)
			b.kept += size
		}
	}
	clear(b.spent)
	b.spent = b.spent[:0]
	if b.now != nil && b.now.lines == 0 {
		b.now.bytes = b.now.bytes[:0]
	}
}
