import type { Command, Option } from "./command.js";
import { COMMANDS } from "./command-table.js";

const INDENT = "  ";
const WIDTH = 30;

/** The options of every command that ends by itself. */
export const COMMON_OPTIONS: Readonly<Record<string, Option>> = {
  json: { doc: "Print one JSON value on standard output." },
  help: { doc: "Print this and do nothing." },
};

const EXIT_CODES = "Exit codes: 0 done, 1 failed, 2 misused, 3 nothing of that name.";

/** `jobs list [--dead] [--limit N]`. */
export function usageOf(name: string, command: Command): string {
  const named = (command.arguments ?? []).map((argument) =>
    argument.endsWith("?") ? `[${argument.slice(0, -1)}]` : argument,
  );
  const options = Object.entries(command.options ?? {}).map(([option, { value, isRequired }]) => {
    const text = `--${option}${value ? ` ${value}` : ""}`;
    return isRequired ? text : `[${text}]`;
  });
  return [name, ...named, ...options].join(" ");
}

/** What `auth-server --help` prints. */
export function helpText(): string {
  const rows = commands().map(rowOf);
  return `auth-server [command]

${rows.join("\n")}

${HELP_ROW}
${row("--version, -v", "Print the version.")}

Every command but serve and worker takes --json. ${EXIT_CODES}
It is configured by environment variables, SERVICE_AUTH_SECRET and SERVICE_AUTH_URL first of all.
`;
}

/** What `auth-server <command> --help` prints, with the other commands that begin with its word. */
export function commandHelp(
  name: string,
  command: Command,
  others: readonly string[] = [],
): string {
  const options = { ...command.options, ...COMMON_OPTIONS };
  const rows = Object.entries(options).map(([option, { value, doc }]) =>
    row(`--${option}${value ? ` ${value}` : ""}`, doc),
  );
  const parts = [
    `auth-server ${usageOf(name, command)}`,
    plain(command.summary),
    rows.join("\n"),
    ...(others.length > 0 ? [rowsOf(others)] : []),
    EXIT_CODES,
  ];
  return `${parts.join("\n\n")}\n`;
}

/** What `auth-server jobs --help` prints: the commands that begin with a word. */
export function groupHelp(word: string, names: readonly string[]): string {
  return `auth-server ${word} [command]\n\n${rowsOf(names)}\n\n${HELP_ROW}\n`;
}

/** The table of commands of the documents. */
export const commandTable = (): string =>
  [
    "| command | what it does |",
    "|---|---|",
    ...commands().map(
      ([name, command]) =>
        `| \`${usageOf(name, command).replaceAll("|", "\\|")}\` | ${command.summary} |`,
    ),
    "",
  ].join("\n");

const commands = (): readonly (readonly [string, Command])[] => Object.entries(COMMANDS);

const rowsOf = (names: readonly string[]): string =>
  commands()
    .filter(([name]) => names.includes(name))
    .map(rowOf)
    .join("\n");

const rowOf = ([name, command]: readonly [string, Command]): string =>
  row(usageOf(name, command), command.summary);

const plain = (text: string): string => text.replaceAll("`", "");

const row = (left: string, right: string): string =>
  left.length < WIDTH
    ? `${INDENT}${left.padEnd(WIDTH)}${plain(right)}`
    : `${INDENT}${left}\n${INDENT}${" ".repeat(WIDTH)}${plain(right)}`;

const HELP_ROW = row("--help, -h", "Print this; after a command, what it takes.");
