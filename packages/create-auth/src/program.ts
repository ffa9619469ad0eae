import { HELP, parseArguments, UsageError } from "./arguments.js";
import { create, type World } from "./create.js";
import { textOf } from "./report.js";

/** The exit code for a fault of the caller. */
export const USAGE = 2;

export interface Output {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

/** Runs the program. Resolves to its exit code. */
export async function runProgram(
  argv: readonly string[],
  world: World,
  { out, error }: Output,
): Promise<number> {
  try {
    const args = parseArguments(argv);
    const report = args.help ? null : await create(args, world);
    if (args.help) out(HELP);
    else if (!report) out("Nothing was written.\n");
    else out(args.json ? documentOf(report) : textOf(report));
    return 0;
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    if (argv.includes("--json")) out(documentOf({ error: message }));
    else error(`${message}\n`);
    return thrown instanceof UsageError ? USAGE : 1;
  }
}

const documentOf = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
