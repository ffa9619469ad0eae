/** Why goals of a benchmark are missed, by its name: shown while one is. */
export const REASONS: Readonly<Record<string, string>> = {
  "session-check":
    "on node:http, the columns and dates of a whole user and session, eight more headers, the limiter and the id of the request were 12 of 65 µs when profiled. With one connection all run cold between requests, which costs more code more.",
  "under-argon2":
    "before the last of 200 requests is refused, all are read and half are answered, on the processors that hash.",
  "code-cycle":
    "a cycle keeps counted budgets, a sealed mail that outlives the process and audit entries, which better-auth does not write.",
  "sign-in":
    "an attempt is counted in a commit of its own before it is compared; then a session is opened and an audit entry written.",
  start:
    "the main thread takes 117 ms where it took 110 before features had a door. The rest is on V8's other threads: the heap, 0.5 MB larger, reaches the size at which V8 first marks it. Tried: marking put off by a flag, with which V8 refuses the code that Node and we have compiled before (193 ms); the program without white space (no difference).",
  "embedding-start":
    "1.44 in the run before: what is left is the library's own 0.8 MB, which V8 compiles.",
};
