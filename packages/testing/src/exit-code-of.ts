import type { ChildProcess } from "node:child_process";

/** Returns the code with which a process ends; null when a signal ends it. Asked before it ends. */
export const exitCodeOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve, reject) => {
    child.once("close", resolve).once("error", reject);
  });
