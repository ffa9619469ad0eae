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
  "embedding-start":
    "nothing is bundled; when profiled, most of it was reading the 209 files of kysely.",
};
