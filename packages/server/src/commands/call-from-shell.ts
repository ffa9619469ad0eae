import type { EventEmitter } from "node:events";
import { userInfo } from "node:os";
import { setImmediate } from "node:timers/promises";
import { EXIT, type ExitCode } from "./command.js";
import { columnsOf } from "./layout.js";
import { runCommand } from "./run-command.js";

/** Carries out the command in this process's terminal. */
export async function callFromShell(words: readonly string[]): Promise<ExitCode> {
  const stop = new AbortController();
  const output = watchOutput(process.stdout, stop);
  const exitCode = await runCommand(words, {
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
  // A failed write is told after the call that wrote.
  await setImmediate();
  const fault = output.fault();
  if (fault === null) return exitCode;
  process.stderr.write(`The output could not be written: ${fault}\n`);
  return EXIT.failed;
}

/**
 * Stops a command that goes on once its output goes nowhere. A reader that has seen enough, such as
 * `head`, is no failure; a full disk is one.
 */
export function watchOutput(
  stream: Pick<EventEmitter, "on">,
  stop: Pick<AbortController, "abort">,
): { readonly fault: () => string | null } {
  let fault: string | null = null;
  stream.on("error", (thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== "EPIPE") fault ??= thrown.message;
    stop.abort();
  });
  return { fault: () => fault };
}

/** Returns the name of the user who calls. A container may run as a user id that has none. */
export function callerName(readUser: () => { readonly username: string }): string {
  try {
    return readUser().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
