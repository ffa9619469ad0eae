import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadZod } from "@acme/auth-http";
import { z } from "@acme/auth-http/routes";
import type { AnyPage } from "../packages/pages/src/kernel/page-definition.js";
import { ACCOUNT_PAGES } from "../packages/pages/src/pages/account/account-pages.js";
import { ORGANIZATION_PAGES } from "../packages/pages/src/pages/organizations/organization-pages.js";
import { PAGES } from "../packages/pages/src/pages/pages.js";
import { secondFactorPages } from "../packages/second-factor/src/pages/pages.js";
import { code, table } from "./markdown.js";

const SOURCES = ["packages/pages/src/pages", "packages/second-factor/src/pages"];
/** The definition of a page, below the comment that names its path. */
const DEFINITION = /\/\*\*((?:(?!\*\/)[^])*)\*\/\nexport const (\w+) = page\(/g;
const HEAD = ["page", "methods", "for", "fields of its form", "refused at a field", "what it is"];

/**
 * `docs/pages.md`: the pages of the package and of the second factor, from their definitions and the
 * comments on them.
 * @param note says that it is generated
 * @throws {Error} when a page has no comment that begins with its path
 */
export async function pagesDocument(root: string, note: string): Promise<string> {
  await loadZod();
  const comments = new Map(SOURCES.flatMap((folder) => commentsIn(join(root, folder))));
  const sectionOf = (title: string, pages: readonly AnyPage[]) =>
    `## ${title}\n\n${table(
      HEAD,
      pages.map((page) => rowOf(page, saidOf(page, comments))),
    )}`;
  const [account, organizations] = [ACCOUNT_PAGES, ORGANIZATION_PAGES].map((pages) =>
    Object.values<AnyPage>(pages),
  );
  const elsewhere = new Set([...(account ?? []), ...(organizations ?? [])]);
  const entry = Object.values<AnyPage>(PAGES).filter((page) => !elsewhere.has(page));
  return [
    `# Pages\n\n${note} These are the pages of \`@acme/auth-pages\`, and those of the feature [\`@acme/auth-second-factor\`](guide/second-factor.md#ready-pages). Their paths stand below that of the site's option \`pages\`. How to mount, brand and replace them: [packages/pages](../packages/pages/README.md).`,
    COLUMNS,
    sectionOf("Signing in", entry),
    sectionOf("Account", account ?? []),
    sectionOf("Organizations", organizations ?? []),
    sectionOf("Second factor", secondFactorPages.pages),
    "",
  ]
    .join("\n\n")
    .replace(/\n+$/, "\n");
}

const COLUMNS = `- **methods**: a GET changes nothing. A POST that succeeds answers 303, and one that is refused shows the page of its form again, with the status of the refusal. A path that only takes a form leads a GET to the page on which the form stands. Any other method is 405.
- **for**: \`everyone\`; \`a sign-in under way\`, kept by the browser for 30 minutes, otherwise the visitor starts again at \`/sign-in\`; \`a withheld sign-in\`, which waits for its second proof, otherwise likewise; \`signed in\`, otherwise by way of \`/sign-in\`; \`fresh\`, signed in within the last 24 hours unless \`sessionFreshness\` says otherwise, otherwise by way of \`/confirm\`; a permission in the organization that the path names by \`:slug\`, otherwise 404 for those who do not belong to it and 403 for those whose role lacks it.
- **fields**: those with \`?\` may be missing. The hidden fields \`step\` and \`next\` come on top.
- **refused at a field**: what the form reports below one of its fields, besides what the field itself does not take (\`VALIDATION_ERROR\`). Other [errors](errors.md) stand above the form.`;

type Comments = ReadonlyMap<string, string>;

/** What is said of each definition, by its name. */
const commentsIn = (folder: string): readonly (readonly [name: string, comment: string])[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [...readFileSync(join(folder, file), "utf8").matchAll(DEFINITION)])
    .map(([, comment = "", name = ""]) => [name, comment.replace(/\s*\n \*\s?/g, " ").trim()]);

function saidOf({ name, path }: AnyPage, comments: Comments): string {
  const start = `${code(path)}: `;
  const comment = comments.get(name) ?? "";
  if (!comment.startsWith(start))
    throw new Error(`The comment on the page ${name} does not begin with ${start}`);
  const said = comment.slice(start.length);
  return said.charAt(0).toUpperCase() + said.slice(1);
}

const rowOf = (page: AnyPage, said: string): readonly string[] => [
  code(page.path),
  methodsOf(page),
  accessOf(page.access),
  fieldsOf(page).join("<br>") || "–",
  Object.entries(page.at ?? {})
    .map(([refusal, field]) => `${code(refusal)} at ${code(field ?? "")}`)
    .join("<br>") || "–",
  said,
];

function methodsOf({ form, post }: AnyPage): string {
  if (form === null) return post ? "GET, POST" : "GET";
  const { path } = Object.values<AnyPage>(PAGES).find(({ name }) => name === form) ?? {};
  return `POST; its form is on ${code(path ?? "")}`;
}

function fieldsOf({ fields }: AnyPage): readonly string[] {
  if (!fields) return [];
  const schema = fields();
  const missing = schema.safeParse({}).error?.issues.map(({ path }) => path[0]);
  const named = Object.keys(schema.shape).map((name) =>
    code(missing?.includes(name) ? name : `${name}?`),
  );
  return isOpen(schema) ? [...named, "[own fields](guide/own-fields.md)"] : named;
}

/** Whether the form also takes the fields that an application adds to its users. */
const isOpen = ({ def }: { readonly def: { readonly catchall?: unknown } }): boolean =>
  def.catchall instanceof z.ZodUnknown;

const ACCESS = {
  any: "everyone",
  step: "a sign-in under way",
  in: "signed in",
  fresh: "fresh",
  pending: "a withheld sign-in",
};

const accessOf = (access: AnyPage["access"]): string =>
  typeof access === "string"
    ? ACCESS[access]
    : `${code(access.permission)}${access.fresh ? ", fresh" : ""}`;
