import type { EventEmitter } from "node:events";
import { userInfo } from "node:os";
import { setImmediate } from "node:timers/promises";
import { EXIT, type ExitCode } from "./command.js";
import { columnsOf, type Width } from "./layout.js";
import { runCommand } from "./run-command.js";

type Output = Width & Pick<EventEmitter, "on"> & { readonly write: (text: string) => unknown };

/** Carries out the command in this process's terminal. */
export async function callFromShell(
  words: readonly string[],
  { stdout, stderr }: { readonly stdout: Output; readonly stderr: Output } = process,
): Promise<ExitCode> {
  const stop = new AbortController();
  const output = watchOutput(stdout, stop);
  // Nobody can be told of it; the exit code is what it is.
  stderr.on("error", () => {});
  const exitCode = await runCommand(words, {
    env: process.env,
    caller: callerName(userInfo),
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    columns: columnsOf(stdout),
    interactive: stderr.isTTY === true,
    untilStopped() {
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
      return stop.signal;
    },
  });
  // A failed write is told after the call that wrote.
  await setImmediate();
  const fault = output.fault();
  if (fault === null) return exitCode;
  const isDone = exitCode === EXIT.done;
  const what = isDone ? "The command was carried out, but its output" : "The output";
  stderr.write(`${what} could not be written: ${fault}\n`);
  return isDone ? EXIT.failed : exitCode;
}

/**
 * Stops a running command when its output can no longer be written. A reader that has seen enough,
 * such as `head`, is no failure; a full disk is one.
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
