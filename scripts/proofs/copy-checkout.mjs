import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { ROOT } from "../tasks/command.mjs";

/** What programs make, and what a machine has for itself. */
const LEFT_OUT = [
  ...["node_modules", ".git", ".tools", ".env"],
  ...["dist", "data", "coverage", "tarballs"],
];

/**
 * The files of the checkout, committed or not, in a folder of their own that is gone when this
 * process ends; with links to its dependencies.
 * @param {{ linked?: boolean }} [options]
 */
export function copyCheckout({ linked = true } = {}) {
  const checkout = mkdtempSync(join(tmpdir(), "checkout-"));
  process.on("exit", () => rmSync(checkout, { recursive: true, force: true }));
  const dependencies = /** @type {string[]} */ ([]);
  cpSync(ROOT, checkout, {
    recursive: true,
    filter: (path) => {
      const name = relative(ROOT, path).split("/").at(-1) ?? "";
      if (linked && name === "node_modules") dependencies.push(relative(ROOT, path));
      return !LEFT_OUT.includes(name);
    },
  });
  for (const folder of dependencies) linkDependencies(join(ROOT, folder), join(checkout, folder));
  return checkout;
}

/**
 * Links to packages of the workspace are relative, so that they lead to the copy; everything else
 * is the original.
 * @param {string} from
 * @param {string} to
 */
function linkDependencies(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && entry.name === "@acme") linkDependencies(source, target);
    else if (entry.isSymbolicLink() && dirname(source).endsWith("@acme"))
      symlinkSync(readlinkSync(source), target);
    else if (entry.isDirectory() || entry.isSymbolicLink()) symlinkSync(source, target);
  }
}
