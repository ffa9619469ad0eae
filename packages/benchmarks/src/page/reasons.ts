/**
 * Why goals of a benchmark are missed, by its name, each with the page that has the profile and what was tried. Shown below its table while one is missed.
 */
export const REASONS: Readonly<Record<string, string>> = {
  "session-check":
    "On node:http the check by hand does next to nothing but its statement. What ours adds is the columns and dates of a whole user and session, eight more headers, the request's id, the limiter and the client's IP address: about 12 of 65 µs, with no part of it above 5 ([what decides it](what-decides-the-speed.md#a-session-check)). With one connection both processes run cold between two requests, which costs more code more.",
  "under-argon2":
    "Before the last of two hundred requests is refused, all of them have been read and half of them answered, on the processors on which the hashes of the others run ([what decides it](what-decides-the-speed.md#passwords-and-passkeys)).",
  "code-cycle":
    "A cycle keeps four counted budgets, a sealed mail that outlives the process and two audit entries, which better-auth does not write; the same rows by hand come to about 6 times better-auth, and ours to 0.7 to 0.9 of them ([what decides it](what-decides-the-speed.md#a-sign-in-by-code)).",
  "sign-in":
    "A sign-in counts its attempt in a commit of its own before it compares, so that no guess is free, and then opens a session, remembers the browser and writes an audit entry: two commits beside the hash ([what decides it](what-decides-the-speed.md#passwords-and-passkeys)).",
  install:
    "38 of the packages are better-sqlite3's, on both sides. The five too many are among the 25 of @simplewebauthn/server; they could only go into our own bundle, and a fix of theirs would then wait for us ([what decides it](what-decides-the-speed.md#what-an-install-brings)).",
  "long-history":
    "SQLite copies its log into the database in the process that commits, and waits for the disk then; between two pieces of work the event loop is free ([0005](decisions/0005-sqlite.md)).",
};
