import { join } from "node:path";
import ts from "typescript";

/** A small application. The comment `here` stands behind the name that the mouse rests on. */
export const HOVERED_APP = `import { createAuth, parseEmailAddress, Secret } from "@acme/auth-core";
import type { Client, Links, Mailer, SignedIn } from "@acme/auth-core";
import { openIdProvider } from "@acme/auth-core/providers";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";

export async function signIn(mailer: Mailer, links: Links, client: Client): Promise<SignedIn> {
  const google = { id: "google", name: "Google", clientId: "id", clientSecret: "secret" };
  const auth = createAuth({
    store: createSqliteStore(":memory:"),
    mailer,
    links,
    secret: "c2VjcmV0",
    identityProviders: [openIdProvider({ ...google, issuer: "https://accounts.google.com" })],
  });
  const email = parseEmailAddress("ada@example.com");
  if (!email) throw new TypeError("not an email address");
  const password = new Secret("correct horse battery staple");
  return auth.passwords.signIn/*here*/({ email, password, redirectTo: null }, client);
}
`;

/**
 * What an editor shows when the mouse rests on the marked name.
 * @param {string} folder Where the application is installed. @param {string} file Its path in there. @param {string} text What it holds.
 * @returns {{ text: string, tags: readonly { name: string, text: string }[] }}
 */
export function hover(folder, file, text) {
  const path = join(folder, file);
  const host = languageHost(folder, path, text);
  const service = ts.createLanguageService(host);
  const info = service.getQuickInfoAtPosition(path, text.indexOf("/*here*/") - 1);
  return {
    text: ts.displayPartsToString(info?.documentation),
    tags: (info?.tags ?? []).map(({ name, text: parts }) => ({
      name,
      text: ts.displayPartsToString(parts),
    })),
  };
}

/**
 * What is wrong with what an editor shows of `auth.passwords.signIn`; null when nothing is.
 * @param {ReturnType<typeof hover>} shown
 */
export function faultOfHover({ text, tags }) {
  const throws = tags.filter(({ name }) => name === "throws").map((tag) => tag.text);
  if (text === "") return "auth.passwords.signIn shows no text in an editor";
  if (!throws.some((each) => each.includes("INVALID_EMAIL_OR_PASSWORD")))
    return `auth.passwords.signIn does not show what it throws in an editor, but only: ${text}`;
  return null;
}

/** @param {string} folder @param {string} path @param {string} text @returns {ts.LanguageServiceHost} */
function languageHost(folder, path, text) {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(folder, "tsconfig.json"), (file) => ts.sys.readFile(file)).config,
    ts.sys,
    folder,
  );
  return {
    getCompilationSettings: () => options,
    getScriptFileNames: () => [path],
    getScriptVersion: () => "1",
    getScriptSnapshot: (file) => {
      const source = file === path ? text : ts.sys.readFile(file);
      return source === undefined ? undefined : ts.ScriptSnapshot.fromString(source);
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: (chosen) => ts.getDefaultLibFilePath(chosen),
    fileExists: (file) => file === path || ts.sys.fileExists(file),
    readFile: (file) => ts.sys.readFile(file),
    directoryExists: (name) => ts.sys.directoryExists(name),
    getDirectories: (name) => ts.sys.getDirectories(name),
    realpath: (name) => ts.sys.realpath?.(name) ?? name,
  };
}
