import { basename, dirname, relative } from "node:path";
import { ROOT } from "../tasks/command.mjs";

const SOURCES = "packages/core/src";
/** What `auth` hands back of what it was given is no namespace of use cases. */
const HANDED_BACK = ["clock", "random", "pageSealer", "logger", "metrics"];
const ADMISSIBLE = new Set(["brand", "choices", "policy", "languages", "appName", ...HANDED_BACK]);

/**
 * @typedef {object} Namespace
 * @property {string} property Its name in `auth`, such as `users`.
 * @property {string} type Its interface, such as `Users`.
 * @property {string} module The module that has it, such as `core/src`.
 * @property {string} file Of its interface.
 */

/**
 * The namespaces of `auth`, by the alphabet.
 * @param {import("typedoc").ProjectReflection} project @param {ReadonlyMap<string, string>} files
 * @returns {readonly Namespace[]}
 */
export function namespacesOf(project, files) {
  const auth = project.getChildByName(["core/src", "Auth"]);
  if (!auth?.isDeclaration()) throw new Error("There is no interface Auth.");
  return (auth.children ?? []).flatMap(({ name: property, type }) => {
    if (type?.type !== "reference" || ADMISSIBLE.has(property)) return [];
    const module = type.reflection?.parent?.name ?? "";
    const file = files.get(`${module}.${type.name}`);
    return file ? [{ property, type: type.name, module, file }] : [];
  });
}

/**
 * Where the names of core stand that belong to no namespace, by their folder or file.
 * @type {readonly (readonly [RegExp, string])[]}
 */
const REST = [
  [/^(ports|platform)\//, "ports"],
  [/^(feature|store\/|background\/(jobs|leased-queue))/, "features"],
  [/^account\/user\//, "auth/users"],
  [/^background\/audit-log\//, "auth/events"],
  [/^(kernel|sign-in)\//, "values"],
  [/^[a-z-]+\.ts$/, "create-auth"],
];

/** How the pages are called on which the names of core stand besides those of the namespaces. */
export const CORE_PAGES = /** @type {Readonly<Record<string, string>>} */ ({
  "create-auth": "createAuth",
  ports: "Ports",
  features: "Features and stores",
  values: "Errors, ids and values",
});

/**
 * The page of a name of `@acme/auth-core`: that of the namespace in whose file or folder it stands.
 * @param {string} file
 * @param {readonly Namespace[]} namespaces
 * @returns {string}
 */
export function pageInCore(file, namespaces) {
  const ofCore = namespaces.filter(({ module }) => module === "core/src");
  const beside = ofCore.filter(({ file: own }) => dirname(own) === dirname(file));
  const namespace =
    ofCore.find((each) => each.file === file) ??
    beside.find(({ file: own }) => basename(own, ".ts") === basename(dirname(own))) ??
    beside.find(() => !file.includes("/ports/"));
  if (namespace) return namespacePage(namespace);
  const path = relative(`${ROOT}/${SOURCES}`, file);
  const [, page = "values"] = REST.find(([pattern]) => pattern.test(path)) ?? [];
  return page;
}

/** @param {Namespace} namespace */
export const namespacePage = ({ property }) =>
  `auth/${property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
