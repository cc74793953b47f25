// Package atomicfile replaces and creates files so that every reader, at every
// moment and after every failure, sees either the old content or the new one.
//
// There are two jobs. A Target is a file that is rewritten in place: Open
// refuses whatever cannot be put back as it was, Replace writes a temporary
// file beside it, keeps the old content as a backup and renames. An Output is a
// file that is made new: it appears when it is committed, or not at all.
//
// What is guaranteed for a Target:
//   - the path holds the old bytes or all of the new ones, also after a crash, a
//     full disk or SIGKILL, as far as the file system's rename(2) is atomic;
//   - mode, owner and extended attributes are those of the old file, and the
//     temporary file is never readable by more users than the old one;
//   - no existing file is overwritten by a backup;
//   - lines that another program appends meanwhile are kept: before the rename
//     they stop the replacement, after it they are in the backup, and the
//     caller gets an *AppendedError;
//   - a version that another program puts in the file's place, even in the instant
//     before the rename, stays there: on Linux the two names are exchanged, and
//     exchanged again if what came out is not what was read;
//   - a file that another program has open for writing is refused, unless Options.Force is
//     set: it is noticed by a lease, on Linux, on local file systems, and where the user
//     owns the file or is root. Elsewhere it cannot be told.
//
// Caveats: hard links cannot be kept, so such files are refused. A program that
// holds the old file open and appends after Replace has returned writes to the
// backup. Where the system can do neither exchange nor lease, as on network file
// systems and on darwin, Result says what is not known. Birth times are not kept, and on darwin neither are ACLs, which are not
// extended attributes there. A process killed by SIGKILL leaves its temporary
// file, .NAME.tr-*.
//
// The well-known library for this, google/renameio, is not used: it fsyncs and
// renames in one call, where the checks and the backup belong in between; its
// temporary files carry no mark by which a stray one is recognised or a signal
// handler finds it; it keeps neither owner nor attributes and syncs no
// directory; and none of its steps can be made to fail in a test.
package atomicfile
