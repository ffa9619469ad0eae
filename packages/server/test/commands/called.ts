import { runCommand } from "../../src/commands/run-command.js";
import type { DatabaseName } from "../service.js";
import { SECRET } from "../service.js";

/** What a command printed, and how it ended. */
export interface Called {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export const environmentOf = (
  database: DatabaseName,
  location: string,
): Readonly<Record<string, string>> => ({
  SERVICE_AUTH_SECRET: SECRET,
  SERVICE_AUTH_URL: "http://localhost:3000",
  DATABASE_URL: database === "sqlite" ? `sqlite:${location}` : location,
});

/** The name of the user of the machine who calls. */
export const CALLER = "ops";

/** Calls a command as a script would: nobody is watching. */
export const call = (
  env: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<Called> => callUntil(new AbortController().signal, env, words);

/**
 * Does the same until `stop` is aborted, where the command goes on.
 * @param print is given each piece of the output as it comes
 */
export async function callUntil(
  stop: AbortSignal,
  env: Readonly<Record<string, string>>,
  words: readonly string[],
  print: (text: string) => void = () => {},
): Promise<Called> {
  let [out, err] = ["", ""];
  const code = await runCommand(words, {
    env,
    caller: CALLER,
    out: (text) => {
      out += text;
      print(text);
    },
    err: (text) => (err += text),
    columns: null,
    interactive: false,
    untilStopped: () => stop,
  });
  return { code, out, err };
}

/**
 * Calls a command with `--json` and reads the one value it prints; `readJson` says what it must be.
 */
export async function callJson(
  env: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<{ readonly code: number; readonly value: unknown }> {
  const { code, out } = await call(env, ...words, "--json");
  return { code, value: JSON.parse(out) };
}
