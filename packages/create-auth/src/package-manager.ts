import { dirname } from "node:path";
import { type Folder, type Found, openFolder } from "./folder.js";

const MANAGERS = ["npm", "pnpm", "yarn", "bun"] as const;
export type PackageManager = (typeof MANAGERS)[number];

/** In this order: a workspace of pnpm that has a lockfile of another one is that one's. */
const SIGNS: Readonly<Record<string, PackageManager>> = {
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
  "package-lock.json": "npm",
  "pnpm-workspace.yaml": "pnpm",
};

/**
 * The one whose lockfile, or workspace of pnpm, is in the folder or in that of the workspace above
 * it; else the one that runs this program, as it says itself in `npm_config_user_agent`, else npm.
 */
export function packageManagerOf(folder: Folder, userAgent = ""): PackageManager {
  const workspace = workspaceAbove(folder);
  return (
    shownBy(folder) ??
    (workspace && shownBy(workspace)) ??
    MANAGERS.find((name) => userAgent.startsWith(`${name}/`)) ??
    "npm"
  );
}

const shownBy = (folder: Folder): PackageManager | undefined =>
  Object.entries(SIGNS).find(([file]) => lookAt(folder, file).kind !== "absent")?.[1];

/** What this program may not read is there, and says nothing more. */
function lookAt(folder: Folder, file: string): Found {
  try {
    return folder.look(file);
  } catch {
    return { kind: "elsewhere" };
  }
}

/** The nearest folder above that has packages in folders below it. */
function workspaceAbove(folder: Folder): Folder | null {
  const above = dirname(folder.path);
  if (above === folder.path) return null;
  const opened = openFolder(above);
  return isWorkspace(opened) ? opened : workspaceAbove(opened);
}

function isWorkspace(folder: Folder): boolean {
  if (lookAt(folder, "pnpm-workspace.yaml").kind === "file") return true;
  const manifest = lookAt(folder, "package.json");
  return manifest.kind === "file" && /"workspaces"\s*:/.test(manifest.text);
}
