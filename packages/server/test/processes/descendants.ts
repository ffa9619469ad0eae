import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/**
 * Process, its parent, and whether it is more than an entry that its parent has not collected yet.
 */
function processes(): readonly {
  readonly pid: number;
  readonly parent: number;
  readonly alive: boolean;
}[] {
  const rows = existsSync("/proc/self/stat") ? readdirSync("/proc").flatMap(statusOf) : psRows();
  return rows.map(([pid, state, parent]) => ({
    pid: Number(pid),
    parent: Number(parent),
    alive: state !== "Z",
  }));
}

function statusOf(entry: string): readonly (readonly string[])[] {
  if (!/^\d+$/.test(entry)) return [];
  try {
    // The name in parentheses may hold anything; what follows is plain.
    const [, state = "", parent = ""] =
      /.*\) (\S) (\d+) /s.exec(readFileSync(`/proc/${entry}/stat`, "utf8")) ?? [];
    return [[entry, state, parent]];
  } catch {
    return []; // It has ended meanwhile.
  }
}

function psRows(): readonly (readonly string[])[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,state=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n");
  return lines
    .map((line) => line.trim().split(/\s+/))
    .map(([pid = "", state = "", parent = ""]) => [pid, state.charAt(0), parent]);
}

/** Everything a process has started, and what that has started. */
export function descendantsOf(ancestor: number): readonly number[] {
  const children = processes().filter(({ parent, alive }) => parent === ancestor && alive);
  return children.flatMap(({ pid }) => [pid, ...descendantsOf(pid)]);
}

export const isAlive = (sought: number): boolean =>
  processes().some(({ pid, alive }) => pid === sought && alive);
