import { parseArgs } from "node:util";

/** What the runner is told to do. */
export type Command =
  | {
      readonly kind: "measure";
      readonly names: readonly string[];
      readonly quick: boolean;
      readonly json: string | null;
    }
  | { readonly kind: "table"; readonly files: readonly string[] }
  | { readonly kind: "compare"; readonly files: readonly [string, string] }
  | { readonly kind: "mistake"; readonly what: string };

/** Reads the arguments of the runner; `known` are the names of the benchmarks. */
export function readCommand(args: readonly string[], known: readonly string[]): Command {
  const parsed = parse(args);
  if (typeof parsed === "string") return { kind: "mistake", what: parsed };
  const { values, positionals } = parsed;
  const [first, ...rest] = positionals;
  if (values.table)
    return first === undefined
      ? { kind: "mistake", what: "--table needs files" }
      : { kind: "table", files: positionals };
  if (first === "compare") {
    const [one, other, ...more] = rest;
    return one !== undefined && other !== undefined && more.length === 0
      ? { kind: "compare", files: [one, other] }
      : { kind: "mistake", what: "compare needs two files" };
  }
  const unknown = positionals.filter((name) => !known.includes(name));
  return unknown.length > 0
    ? { kind: "mistake", what: `there is no ${unknown.join(", ")}` }
    : {
        kind: "measure",
        names: positionals.length > 0 ? positionals : known,
        quick: values.quick,
        json: values.json ?? null,
      };
}

/** What `parseArgs` finds, or what is wrong with the arguments. */
function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        quick: { type: "boolean", default: false },
        json: { type: "string" },
        // Read by start-process.ts, for the processes that it starts.
        profile: { type: "string" },
        table: { type: "boolean", default: false },
      },
    });
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
}
