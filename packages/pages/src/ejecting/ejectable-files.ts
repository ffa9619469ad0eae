/** Every file that can be ejected, by its path in the folder of the application. */
export type Ejectable = Readonly<Record<string, string>>;

/** A message for the person who called: what is wrong, and what to do. */
export class EjectFailure extends Error {
  override readonly name = "EjectFailure";
}

/** What can be named besides pages, and the files that it stands for. */
const GROUPS: Readonly<Record<string, RegExp>> = {
  layout: /^layout\.ts$/,
  parts: /^parts\//,
  style: /^style\.css$/,
  texts: /^texts\//,
};

const isPage = (path: string): boolean => path !== "layout.ts" && /^[^/]+\.ts$/.test(path);

/** `sign-in-code.ts` exports `signInCode`. */
const pageOf = (path: string): string =>
  path.replace(".ts", "").replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns the paths that names stand for; all of them where none is given.
 * @param names of pages, `signIn` or `sign-in`; `layout`, `parts`, `style`, `texts`
 * @throws {EjectFailure} for a name that there is not
 */
export function pathsNamed(files: Ejectable, names: readonly string[]): readonly string[] {
  const paths = Object.keys(files);
  if (names.length === 0) return paths;
  const chosen = names.flatMap((name) => {
    const found = paths.filter((path) =>
      isPage(path)
        ? [pageOf(path), path, path.replace(".ts", "")].includes(name)
        : GROUPS[name]?.test(path),
    );
    if (found.length > 0) return found;
    const known = [...Object.keys(GROUPS), ...paths.filter(isPage).map(pageOf)];
    throw new EjectFailure(`There is no "${name}" to eject. There are: ${known.join(", ")}.`);
  });
  return [...new Set(chosen)];
}

/** Where templates find the parts: of the application, or of the package. */
const [OWN_PARTS, PACKAGE_PARTS] = [`"./parts/index.ts"`, `"@acme/auth-pages/templates"`];

/** Whether a file that was ejected lays out the parts that were ejected with it. */
export const usesOwnParts = (text: string): boolean => text.includes(OWN_PARTS);

/** A file as it is written where the parts are the application's, or the package's. */
export const withParts = (text: string, areOwn: boolean): string =>
  areOwn ? text : text.replace(OWN_PARTS, PACKAGE_PARTS);

/**
 * Returns what an application writes to use ejected files.
 * @param folder as an import names it: `./auth-pages`
 */
export function usageOf(paths: readonly string[], folder: string): string {
  const pages = paths.filter(isPage).map((path) => [pageOf(path), path] as const);
  const has = (path: string): boolean => paths.includes(path);
  const imports = [
    ...(has("style.css") ? ['import { readFileSync } from "node:fs";'] : []),
    ...pages.map(([name, path]) => `import { ${name} } from "${folder}/${path}";`),
    ...(has("layout.ts")
      ? [`import { accountLayout, entryLayout } from "${folder}/layout.ts";`]
      : []),
    ...(has("texts/en.ts") ? [`import { en } from "${folder}/texts/en.ts";`] : []),
  ];
  const options = [
    ...(pages.length > 0 ? [`templates: { ${pages.map(([name]) => name).join(", ")} },`] : []),
    ...(has("layout.ts") ? ["layouts: { account: accountLayout, entry: entryLayout },"] : []),
    ...(has("style.css")
      ? [`style: readFileSync(new URL("${folder}/style.css", import.meta.url), "utf8"),`]
      : []),
    ...(has("texts/en.ts") ? ["texts: { en },"] : []),
  ];
  if (options.length === 0) return "";
  return [...imports, "", "createPages({", ...options.map((option) => `  ${option}`), "});"].join(
    "\n",
  );
}
