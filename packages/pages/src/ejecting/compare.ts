import { lineDiff } from "./line-diff.js";

/** An ejected file, in the three states that there are of it. Null: there is none. */
export interface ThreeStates {
  readonly path: string;
  /** As it was ejected. */
  readonly original: string | null;
  /** As it is in the folder of the application. */
  readonly yours: string | null;
  /** As the package has it now. */
  readonly present: string | null;
}

/** What has become of an ejected file. */
export interface FileChange {
  readonly path: string;
  readonly you: "same" | "changed" | "deleted";
  readonly package: "same" | "changed" | "removed";
  /** What the package changed, as a unified diff; empty where it changed nothing. */
  readonly diff: string;
}

/**
 * Says what has become of an ejected file. Where it is not known what was ejected, what the package
 * has is compared with the file of the application.
 */
export function changeOf({ path, original, yours, present }: ThreeStates): FileChange {
  const base = original ?? yours ?? "";
  const you = yours === null ? "deleted" : yours === base ? "same" : "changed";
  if (present === null) return { path, you, package: "removed", diff: "" };
  const hunks = lineDiff(base, present);
  if (hunks === "") return { path, you, package: "same", diff: "" };
  const from = original === null ? "your file" : "as you ejected it";
  const diff = `--- ${path} (${from})\n+++ ${path} (as the package has it now)\n${hunks}`;
  return { path, you, package: "changed", diff };
}

const YOU = { same: null, changed: "you changed it", deleted: "you deleted it" } as const;
const PACKAGE = {
  same: "the package did not change it",
  changed: "the package changed it",
  removed: "the package does not have it any more",
} as const;

/** Says in words what has become of ejected files, with the diffs. */
export function changesText(changes: readonly FileChange[]): string {
  const changed = changes.filter((change) => change.you !== "same" || change.package !== "same");
  if (changed.length === 0) return "Nothing has changed: neither your files nor the package's.";
  const lines = changed.map(({ path, you, package: ours }) => {
    const words = [YOU[you], PACKAGE[ours]].filter((each) => each !== null);
    return `${path}: ${words.join("; ")}`;
  });
  const diffs = changed.flatMap(({ diff }) => (diff === "" ? [] : [diff]));
  const ending =
    diffs.length > 0
      ? "Take over what you want of it. `eject --accept DIR` then has --diff show later changes only."
      : "Nothing has changed in the package since.";
  return [lines.join("\n"), ...diffs, ending].join("\n\n");
}
