import { parseArgs } from "node:util";
import { AuthError, isStoreUnavailable } from "@acme/auth-core";
import { ConfigError, type Environment } from "../config/config.js";
import { printable } from "../config/printable.js";
import { type Answer, type Command, CommandFailure, EXIT, type ExitCode } from "./command.js";
import { COMMANDS } from "./command-table.js";
import { commandHelp, COMMON_OPTIONS, groupHelp, usageOf } from "./help.js";
import { layOut } from "./layout.js";

/** Where a command is called. */
export interface Terminal {
  readonly env: Environment;
  /** The name of the user of the machine who calls. */
  readonly caller: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** How wide the terminal on standard output is; null where no person reads it. */
  readonly columns: number | null;
  /** Whether a person is watching standard error. */
  readonly interactive: boolean;
  /** See `Invocation.untilStopped`. */
  readonly untilStopped: () => AbortSignal;
}

const CLEAR_LINE = "\r\u001b[K";

interface Named {
  readonly name: string;
  readonly command: Command;
  readonly rest: readonly string[];
}

/**
 * Carries out the command that `words` name. With `--json` it prints one JSON value on standard
 * output, `{ "error" }` when it fails; otherwise text, and failures on standard error. Returns the
 * exit code.
 */
export async function runCommand(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const asJson = words.includes("--json");
  try {
    const help = words.includes("--help") || words.includes("-h");
    if (help) {
      terminal.out(layOut(helpOn(words), terminal.columns));
      return EXIT.done;
    }
    const answer = await call(findCommand(words), terminal);
    if (!answer) return EXIT.done;
    const text = asJson ? JSON.stringify(answer.json) : layOut(answer.text, terminal.columns);
    terminal.out(`${text}\n`);
    return answer.exitCode ?? EXIT.done;
  } catch (thrown) {
    const { message, exitCode } = failureOf(thrown);
    // The line of progress that the failure interrupted.
    if (terminal.interactive) terminal.err(CLEAR_LINE);
    if (asJson) terminal.out(`${JSON.stringify({ error: message })}\n`);
    else terminal.err(`${layOut(message, terminal.interactive ? terminal.columns : null)}\n`);
    return exitCode;
  }
}

function findCommand(words: readonly string[]): Named {
  const [first = "", second = ""] = words;
  for (const [name, length] of [
    [`${first} ${second}`, 2],
    [first, 1],
  ] as const) {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command) return { name, command, rest: words.slice(length) };
  }
  const group = groupOf(first);
  const isGroup = group.length > 0;
  const called = printable((isGroup ? `${first} ${second}` : first).trim());
  const known = isGroup
    ? group
    : new Set(Object.keys(COMMANDS).map((name) => name.split(" ", 1)[0]));
  throw new CommandFailure(
    `There is no command "${called}". There are: ${[...known].join(", ")}.`,
    EXIT.misused,
  );
}

/** The names of the commands that begin with a word, when there are several. */
function groupOf(word: string): readonly string[] {
  const names = Object.keys(COMMANDS);
  const longer = names.filter((name) => name.startsWith(`${word} `));
  return longer.length === 0 ? [] : names.filter((name) => name === word || longer.includes(name));
}

/** The help on a command, or on the commands that begin with a word: `jobs --help`. */
function helpOn(words: readonly string[]): string {
  const [first = "", second = "-"] = words;
  const group = second.startsWith("-") ? groupOf(first) : [];
  if (group.length > 0 && !group.includes(first)) return groupHelp(first, group);
  const { name, command } = findCommand(words);
  const others = group.filter((other) => other !== name);
  return commandHelp(name, command, others);
}

async function call({ name, command, rest }: Named, terminal: Terminal): Promise<Answer | null> {
  const options = { ...command.options, ...COMMON_OPTIONS };
  const usage = `Usage: auth-server ${usageOf(name, command)}`;
  const { positionals, values } = parsed(rest, options, usage);
  const names = command.arguments ?? [];
  const required = names.filter((argument) => !argument.endsWith("?"));
  if (positionals.length < required.length || positionals.length > names.length)
    throw new CommandFailure(usage, EXIT.misused);
  if (!command.load) throw new CommandFailure(`${usage}, without arguments`, EXIT.misused);
  const run = await command.load();
  return run({
    values: Object.fromEntries(
      names.map((argument, index) => [argument.replace("?", ""), positionals[index]]),
    ),
    options: values,
    env: terminal.env,
    caller: terminal.caller,
    progress: (text) => {
      if (terminal.interactive) terminal.err(`${CLEAR_LINE}${text}`);
    },
    print: (line) => terminal.out(`${line}\n`),
    untilStopped: terminal.untilStopped,
  });
}

/** The options of Node's `parseArgs`, which refuses what is not among them. */
function parsed(rest: readonly string[], options: NonNullable<Command["options"]>, usage: string) {
  try {
    return parseArgs({
      args: [...rest],
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(options).map(([name, { value }]) => [
          name,
          { type: value ? ("string" as const) : ("boolean" as const) },
        ]),
      ),
    });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    // What follows the first sentence is about arguments that begin with a dash: there are none.
    const [problem = ""] = printable(reason).split(". ", 1);
    throw new CommandFailure(`${problem}\n${usage}`, EXIT.misused);
  }
}

interface Failure {
  readonly message: string;
  readonly exitCode: ExitCode;
}

function failureOf(thrown: unknown): Failure {
  if (thrown instanceof CommandFailure) return thrown;
  if (thrown instanceof ConfigError)
    return { message: thrown.problems.map(printable).join("\n"), exitCode: EXIT.failed };
  if (AuthError.is(thrown))
    return { message: `${thrown.code}: ${thrown.message}`, exitCode: EXIT.failed };
  if (isStoreUnavailable(thrown)) return { message: reasonOf(thrown), exitCode: EXIT.failed };
  return { message: `It failed: ${reasonOf(thrown)}`, exitCode: EXIT.failed };
}

const reasonOf = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return printable(String(thrown));
  return printable(
    thrown.cause instanceof Error ? `${thrown.message} (${thrown.cause.message})` : thrown.message,
  );
};
