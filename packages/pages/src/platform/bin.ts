import { parseArgs } from "node:util";
import { EjectFailure } from "../ejecting/ejectable-files.js";
import { answerEject } from "./answer-eject.js";

const HELP = `auth-pages eject DIR [NAME…]

Copies templates of the pages into DIR. They are yours from then on.
NAME is a page, such as signIn, or one of layout, parts, style and texts.
Without names, everything is copied. A file that exists already is kept.

  --force    Overwrite files that exist already.
  --diff     Show what you and the package have changed since; write nothing.
  --accept   You have taken over the package's changes: --diff shows later ones
             only from now on. Your files stay as they are.
  --help     Print this.
`;

/** How the program ends: done, failed, or misused. */
const [DONE, FAILED, MISUSED] = [0, 1, 2];

/** Returns the exit code. */
function main(args: readonly string[]): number {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      force: { type: "boolean" },
      diff: { type: "boolean" },
      accept: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  const { help, ...options } = values;
  if (help) {
    process.stdout.write(HELP);
    return DONE;
  }
  const [command, folder, ...names] = positionals;
  if (command !== "eject" || !folder) {
    process.stderr.write(HELP);
    return MISUSED;
  }
  const { text } = answerEject({ ...options, folder, names });
  process.stdout.write(`${text.join("\n\n")}\n`);
  return DONE;
}

try {
  process.exitCode = main(process.argv.slice(2));
} catch (thrown) {
  const isMisused = thrown instanceof TypeError && "code" in thrown;
  const isKnown = isMisused || thrown instanceof EjectFailure;
  const said = thrown instanceof Error && isKnown ? thrown.message : `It failed: ${String(thrown)}`;
  process.stderr.write(`${said}\n`);
  process.exitCode = isMisused ? MISUSED : FAILED;
}
