package classify

import (
	"strings"
	"testing"
)

// foreignFailures are what other programs print when they fail, one a line.
const foreignFailures = `fatal: unable to access 'https://git.example.test/a.git/': The requested URL returned error: 413
fatal: unable to access 'https://git.example.test/a.git/': Failed to connect to git.example.test port 443: Connection timed out
fatal: the remote end hung up unexpectedly
error: RPC failed; HTTP 413 curl 22 The requested URL returned error: 413
error: failed to push some refs to 'git.example.test:a.git'
error: pathspec 'main' did not match any file(s) known to git
error: src refspec main does not match any
remote: error: File data.bin is 150.00 MB; this exceeds the file size limit of 100.00 MB
remote: Repository not found.
hint: Updates were rejected because the remote contains work that you do not have locally.
npm ERR! code E404
npm ERR! 404 Not Found - GET https://registry.example.test/left-pad
npm ERR! network request to https://registry.example.test failed, reason: connect ECONNREFUSED
npm error code ERESOLVE
npm error A complete log of this run can be found in: /home/a/.npm/_logs/1.log
yarn install v1.22.19 error An unexpected error occurred: "https://registry.example.test: ESOCKETTIMEDOUT"
ERR_PNPM_FETCH_404  GET https://registry.example.test/x: Not Found - 404
src/main.c:12:5: error: expected ';' before 'return'
main.go:88:2: undefined: thing
src/lib.rs:413:9: error[E0308]: mismatched types
error[E0425]: cannot find value 'x' in this scope
app.ts(12,3): error TS2304: Cannot find name 'foo'.
Main.java:7: error: ';' expected
Program.cs(3,1): error CS1002: ; expected
collect2: error: ld returned 1 exit status
/usr/bin/ld: main.o: undefined reference to 'request_too_large'
make: *** [Makefile:413: all] Error 2
make: *** No rule to make target 'too long'.  Stop.
ninja: build stopped: subcommand failed.
FAILURE: Build failed with an exception.
error: could not compile 'payload' (lib) due to 2 previous errors
CMake Error at CMakeLists.txt:29 (message): Too many arguments
curl: (6) Could not resolve host: files.example.test
curl: (7) Failed to connect to 127.0.0.1 port 8080 after 0 ms: Couldn't connect to server
curl: (28) Operation timed out after 30000 milliseconds with 0 bytes received
curl: (35) error:0A00010B:SSL routines::wrong version number
curl: (60) SSL certificate problem: self-signed certificate
curl: (23) Failure writing output to destination
curl: (3) URL using bad/illegal format or missing URL
wget: unable to resolve host address 'files.example.test'
ssh: connect to host build.example.test port 22: Connection refused
scp: /srv/a: Permission denied
rsync error: error in rsync protocol data stream (code 12) at io.c(231)
Error from server (NotFound): pods "web-413" not found
Error from server (Forbidden): pods is forbidden: User "a" cannot list resource "pods"
Error from server (RequestEntityTooLarge): etcdserver: request is too large
The connection to the server 10.0.0.1:6443 was refused - did you specify the right host or port?
error: You must be logged in to the server (Unauthorized)
Unable to connect to the server: net/http: TLS handshake timeout
Error: UPGRADE FAILED: timed out waiting for the condition
Error response from daemon: pull access denied for app, repository does not exist
Error response from daemon: toomanyrequests: You have reached your pull rate limit.
docker: Error response from daemon: Conflict. The container name is already in use.
failed to solve: process "/bin/sh -c make" did not complete successfully: exit code: 2
Cannot connect to the Docker daemon at unix:///var/run/docker.sock.
E: Unable to locate package foo
E: Failed to fetch http://deb.example.test/x  403  Forbidden
ERROR: Could not find a version that satisfies the requirement foo==9 (from versions: none)
ERROR: No matching distribution found for foo
pip._vendor.urllib3.exceptions.ReadTimeoutError: HTTPSConnectionPool: Read timed out.
go: example.test/mod@v1.0.0: reading https://proxy.example.test: 404 Not Found
go: downloading example.test/mod: dial tcp: i/o timeout
Error: Failed to download resource "foo"
bash: line 1: jq: command not found
zsh: command not found: tr-pair
sh: 1: too: not found
'tr-pair' is not recognized as an internal or external command
ls: cannot access 'input is too long': No such file or directory
grep: Argument list too long
cat: prompt: Is a directory
rm: cannot remove 'x': Permission denied
tar: Exiting with failure status due to previous errors
mkdir: cannot create directory 'x': No space left on device
cp: error writing 'y': File too large
/bin/ls: Argument list too long
Segmentation fault (core dumped)
Killed
ModuleNotFoundError: No module named 'openai'
ImportError: cannot import name 'Client' from 'anthropic'
FileNotFoundError: [Errno 2] No such file or directory: 'prompt.txt'
KeyError: 'choices'
AttributeError: 'NoneType' object has no attribute 'usage'
NameError: name 'model' is not defined
IndexError: list index out of range
AssertionError: expected 413, got 200
RecursionError: maximum recursion depth exceeded
panic: runtime error: index out of range [3] with length 3
Exception in thread "main" java.lang.NullPointerException
TypeError: response.json is not a function
ReferenceError: tokens is not defined
Error: Cannot find module 'express'
413 passed in 2.31s
3 failed, 12 passed in 4.13s
--- FAIL: TestPayloadTooLarge (0.00s)
not ok 413 - request entity too large
psycopg2.OperationalError: connection to server at "127.0.0.1", port 5432 failed: Connection refused
ERROR 1045 (28000): Access denied for user 'root'@'localhost'
ERROR: duplicate key value violates unique constraint "users_pkey"
OOM command not allowed when used memory > 'maxmemory'.
Error: creating EC2 Instance: operation error EC2: RunInstances, StatusCode: 403
An error occurred (AccessDenied) when calling the GetObject operation: Access Denied
An error occurred (EntityTooLarge) when calling the PutObject operation: Your proposed upload exceeds the maximum allowed size
String to replace not found in file.
File has not been read yet. Read it first before writing to it.
ENOENT: no such file or directory, open '/a/b'
page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:3000
Timeout 30000ms exceeded while waiting for locator('button')
MCP error -32602: Invalid arguments for tool read_file
{"jsonrpc":"2.0","id":6,"error":{"code":-32602,"message":"Invalid params: unknown config option"}}
{"type":"tool_result","status":"error","tool_id":"a-1","output":"not found","error":{"type":"invalid_tool_params","message":"Skill not found. Request too large."}}
`

// TestForeign: failures of other programs are none, and never recovered from.
func TestForeign(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(foreignFailures), "\n")
	if len(lines) < 100 {
		t.Errorf("%d lines", len(lines))
	}
	other := 0
	for _, line := range lines {
		v := Classify(Input{Text: line})
		if v.Recoverable || v.Action == Repair || v.Action == ShrinkImages {
			t.Errorf("%s: %s, %s (%s)", line, v.Class, v.Action, v.Rule)
		}
		if v.Class != None {
			other++
			t.Logf("%s: %s (%s)", line, v.Class, v.Rule)
		}
	}
	if other > len(lines)/10 {
		t.Errorf("%d of %d are taken for errors of an API", other, len(lines))
	}
}
