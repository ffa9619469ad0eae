// `npm run docs` makes the reference of the library of these (scripts/site/library.mjs), and fails
// where something is published that is not documented.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Converter, IntrinsicType, ReflectionKind } from "typedoc";

const packages = readdirSync("packages").flatMap((room) => {
  const folder = join("packages", room);
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return manifest.publishConfig?.exports ? [{ ...manifest, folder }] : [];
});

/** The source of each entry that is published, by the name of the entry. */
export const ENTRIES = new Map(
  packages.flatMap(({ name, folder, exports, publishConfig }) =>
    Object.entries(publishConfig.exports)
      .filter(([, { types }]) => types)
      .map(([path]) => [name + path.slice(1), join(folder, exports[path]["@acme/source"])]),
  ),
);

/** A name that says it all. */
const SAYS_IT_ALL = [
  ..."User Session Organization Membership Invitation MailedLink Passkey LinkedAccount".split(" "),
  ..."AuditEntry DeletionRequest ExportRequest".split(" "),
].map((name) => `core/src.${name}Id`);
/** The same, of rows that only a store has. */
const SAYS_IT_ALL_TO_STORES = "KnownBrowser OneTimeCode PasskeyChallenge OAuthState OutboxMail Job"
  .split(" ")
  .map((name) => `core/src/store.${name}Id`);

/** A table of constants is read in the source. @param {import("typedoc").Application} app */
function cutTables(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const each of project.getReflectionsByKind(ReflectionKind.Variable)) {
      if (
        !each.isDeclaration() ||
        each.type?.type !== "reflection" ||
        each.type.declaration.signatures
      )
        continue;
      project.removeReflection(each.type.declaration);
      each.type = new IntrinsicType("object");
    }
  });
}

export default {
  entryPoints: [...ENTRIES.values()],
  tsconfig: "tsconfig.json",
  // The compiler has its own check.
  skipErrorChecking: true,
  excludeExternals: true,
  excludePrivate: true,
  plugin: ["typedoc-plugin-markdown", cutTables],
  readme: "none",
  logLevel: "Warn",
  emit: "none",
  treatValidationWarningsAsErrors: true,
  validation: { notDocumented: true, notExported: false, invalidLink: false, rewrittenLink: false },
  packagesRequiringDocumentation: packages.map(({ name }) => name),
  // A field of data whose name says it all owes no text.
  requiredToBeDocumented: [
    ...["Variable", "Function", "Class", "Interface", "TypeAlias"],
    ...["Method", "Accessor"],
  ],
  intentionallyNotDocumented: [
    ...SAYS_IT_ALL,
    ...SAYS_IT_ALL_TO_STORES,
    "core/src.Secret.toString",
    "core/src.Secret.toJSON",
  ],
};
