import { userInfo } from "node:os";
import type { ExitCode } from "./command.js";
import { columnsOf } from "./layout.js";
import { runCommand } from "./run-command.js";

/** Carries out the command in this process's terminal. */
export function callFromShell(words: readonly string[]): Promise<ExitCode> {
  const stop = new AbortController();
  // A reader that has seen enough, such as `head`, is no failure.
  process.stdout.on("error", () => stop.abort());
  return runCommand(words, {
    env: process.env,
    caller: callerName(userInfo),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    columns: columnsOf(process.stdout),
    interactive: process.stderr.isTTY,
    untilStopped() {
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
      return stop.signal;
    },
  });
}

/** Returns the name of the user who calls. A container may run as a user id that has none. */
export function callerName(readUser: () => { readonly username: string }): string {
  try {
    return readUser().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
