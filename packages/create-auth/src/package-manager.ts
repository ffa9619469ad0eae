import { dirname } from "node:path";
import { type Folder, openFolder } from "./folder.js";

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
 * The one whose lockfile is in the folder, or in that of the workspace above it; else the one that
 * runs this program, as it says itself in `npm_config_user_agent`, else npm.
 */
export function packageManagerOf(folder: Folder, userAgent = ""): PackageManager {
  const workspace = workspaceAbove(folder);
  return (
    lockedIn(folder) ??
    (workspace && lockedIn(workspace)) ??
    MANAGERS.find((name) => userAgent.startsWith(`${name}/`)) ??
    "npm"
  );
}

const lockedIn = (folder: Folder): PackageManager | undefined =>
  Object.entries(LOCKFILES).find(([file]) => folder.look(file).kind !== "absent")?.[1];

/** The nearest folder above that has packages in folders below it. */
function workspaceAbove(folder: Folder): Folder | null {
  const above = dirname(folder.path);
  if (above === folder.path) return null;
  const opened = openFolder(above);
  return isWorkspace(opened) ? opened : workspaceAbove(opened);
}

function isWorkspace(folder: Folder): boolean {
  if (folder.look("pnpm-workspace.yaml").kind === "file") return true;
  const manifest = folder.look("package.json");
  return manifest.kind === "file" && /"workspaces"\s*:/.test(manifest.text);
}
