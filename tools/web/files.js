// Files in memory, for the part of Node's fs that Go's syscall package calls. A name
// is what it is called by: there are no directories but the root, and nobody else has a
// file open.
"use strict";

class MemoryFiles {
	constructor(files = {}) {
		this.constants = { O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 };
		this.named = new Map();
		this.opened = new Map([[1, { file: new MemoryFile(), at: 0, append: true }], [2, { file: new MemoryFile(), at: 0, append: true }]]);
		this.nextDescriptor = 3;
		this.nextInode = 2;
		for (const [path, bytes] of Object.entries(files)) {
			this.named.set(path, new MemoryFile(bytes, this.nextInode++));
		}
	}

	// contents returns the bytes of a file or of a standard stream, empty without one.
	contents(name) {
		const file = typeof name === "number" ? this.opened.get(name).file : this.named.get(name);
		return file ? file.contents() : new Uint8Array();
	}

	open(path, flags, mode, done) {
		let file = this.named.get(path);
		if (!file) {
			if (path === "/" || !(flags & this.constants.O_CREAT)) {
				return done(failure(path === "/" ? "EISDIR" : "ENOENT"));
			}
			file = new MemoryFile(new Uint8Array(), this.nextInode++, mode);
			this.named.set(path, file);
		} else if (flags & this.constants.O_CREAT && flags & this.constants.O_EXCL) {
			return done(failure("EEXIST"));
		} else if (flags & this.constants.O_TRUNC) {
			file.truncate(0);
		}
		const descriptor = this.nextDescriptor++;
		this.opened.set(descriptor, { file, at: 0, append: !!(flags & this.constants.O_APPEND) });
		done(null, descriptor);
	}

	close(descriptor, done) {
		done(this.opened.delete(descriptor) ? null : failure("EBADF"));
	}

	read(descriptor, into, offset, length, position, done) {
		const o = this.opened.get(descriptor);
		if (!o) {
			return descriptor === 0 ? done(null, 0) : done(failure("EBADF"));
		}
		const n = o.file.read(into.subarray(offset, offset + length), position ?? o.at);
		if (position === null) {
			o.at += n;
		}
		done(null, n);
	}

	write(descriptor, from, offset, length, position, done) {
		const o = this.opened.get(descriptor);
		if (!o) {
			return done(failure("EBADF"));
		}
		const at = position ?? (o.append ? o.file.size : o.at);
		o.file.write(from.subarray(offset, offset + length), at);
		if (position === null) {
			o.at = at + length;
		}
		done(null, length);
	}

	// writeSync is what the runtime says its last words with.
	writeSync(descriptor, from) {
		this.write(descriptor, from, 0, from.length, null, () => {});
		return from.length;
	}

	fstat(descriptor, done) {
		const o = this.opened.get(descriptor);
		done(o ? null : failure("EBADF"), o && o.file.stat());
	}

	stat(path, done) {
		if (path === "/") {
			return done(null, new MemoryFile(new Uint8Array(), 1, 0o40755).stat());
		}
		const file = this.named.get(path);
		done(file ? null : failure("ENOENT"), file && file.stat());
	}

	lstat(path, done) {
		this.stat(path, done);
	}

	unlink(path, done) {
		done(this.named.delete(path) ? null : failure("ENOENT"));
	}

	rename(from, to, done) {
		const file = this.named.get(from);
		if (!file) {
			return done(failure("ENOENT"));
		}
		this.named.delete(from);
		this.named.set(to, file);
		done(null);
	}

	ftruncate(descriptor, length, done) {
		const o = this.opened.get(descriptor);
		if (!o) {
			return done(failure("EBADF"));
		}
		o.file.truncate(length);
		done(null);
	}

	fsync(descriptor, done) {
		done(null);
	}

	fchmod(descriptor, mode, done) {
		done(null);
	}

	chmod(path, mode, done) {
		done(null);
	}
}

// Whatever else Go knows is not there.
for (const name of ["chown", "fchown", "lchown", "link", "symlink", "readlink", "mkdir", "rmdir", "readdir", "truncate", "utimes"]) {
	MemoryFiles.prototype[name] = (...args) => args.at(-1)(failure("ENOSYS"));
}

// MemoryFile is a file whose space doubles as it grows.
class MemoryFile {
	constructor(bytes = new Uint8Array(), inode = 0, mode = 0o100600) {
		this.bytes = bytes;
		this.size = bytes.length;
		this.inode = inode;
		this.mode = mode & 0o170000 ? mode : mode | 0o100000;
	}

	contents() {
		return this.bytes.subarray(0, this.size);
	}

	read(into, at) {
		const part = this.bytes.subarray(Math.min(at, this.size), Math.min(at + into.length, this.size));
		into.set(part);
		return part.length;
	}

	write(from, at) {
		this.reserve(at + from.length);
		this.bytes.set(from, at);
		this.size = Math.max(this.size, at + from.length);
	}

	truncate(size) {
		this.reserve(size);
		this.bytes.fill(0, Math.min(size, this.size), this.size);
		this.size = size;
	}

	reserve(size) {
		if (size > this.bytes.length) {
			const more = new Uint8Array(Math.max(size, 2 * this.bytes.length, 4096));
			more.set(this.contents());
			this.bytes = more;
		}
	}

	stat() {
		return {
			dev: 1, ino: this.inode, mode: this.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size: this.size, blksize: 4096,
			blocks: Math.ceil(this.size / 512), atimeMs: 0, mtimeMs: 0, ctimeMs: 0, isDirectory: () => (this.mode & 0o170000) === 0o40000,
		};
	}
}

function failure(code) {
	return Object.assign(new Error(code), { code });
}
