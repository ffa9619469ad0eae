import type { Folder } from "./folder.js";

const MANAGERS = ["npm", "pnpm", "yarn", "bun"] as const;
export type PackageManager = (typeof MANAGERS)[number];

const LOCKFILES: Readonly<Record<string, PackageManager>> = {
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
  "package-lock.json": "npm",
};

/**
 * The one whose lockfile is in the folder, else the one that runs this program, as it says itself
 * in `npm_config_user_agent`, else npm.
 */
export function packageManagerOf(folder: Folder, userAgent = ""): PackageManager {
  const locked = Object.entries(LOCKFILES).find(([file]) => folder.look(file).kind !== "absent");
  return locked?.[1] ?? MANAGERS.find((name) => userAgent.startsWith(`${name}/`)) ?? "npm";
}
