import { parseArgs } from "node:util";
import { type Framework, FRAMEWORK_NAMES, isFramework } from "./frameworks.js";

export interface Arguments {
  readonly folder: string;
  /** Null: the one that the folder depends on, or the one that is chosen. */
  readonly framework: Framework | null;
  /** Asks nothing. */
  readonly yes: boolean;
  /** Prints one JSON document and asks nothing. */
  readonly json: boolean;
  /** Runs the package manager of the folder afterwards. */
  readonly install: boolean;
  readonly help: boolean;
}

/** A fault of the caller, told in one line. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export const HELP = `Usage: npm create @acme/auth@latest [folder] -- [options]

Adds sign-in to the application in the folder, or makes an application in an empty one.
No file that exists is overwritten. In package.json and .gitignore, lines are added.

  --framework <name>  ${FRAMEWORK_NAMES.join(", ")}
                      (default: what package.json depends on, else express)
  --install           run the folder's package manager afterwards
  --yes               ask nothing
  --json              ask nothing, and print one JSON document
  --help              print this
`;

const OPTIONS = {
  framework: { type: "string" },
  install: { type: "boolean", default: false },
  yes: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/** @throws UsageError for an option that does not exist, or a value that it cannot have. */
export function parseArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parsed(args);
  const [folder = ".", ...more] = positionals;
  if (more.length > 0) throw new UsageError(`One folder at most: ${positionals.join(", ")}.`);
  const { framework = null, install, yes, json, help } = values;
  if (framework !== null && !isFramework(framework))
    throw new UsageError(`--framework is one of ${FRAMEWORK_NAMES.join(", ")}.`);
  return { folder, framework, install, yes: yes || json, json, help };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (thrown) {
    // What Node says behind its first sentence is about other programs.
    const [first] = (thrown instanceof Error ? thrown.message : String(thrown)).split(
      /\.? To |\.?\n|\.$/,
    );
    throw new UsageError(`${first}. --help prints the options.`);
  }
}
