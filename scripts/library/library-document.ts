import { createBook, joined, type Heading } from "./book.js";
import type { Entry } from "./public-api.js";
import { renderItem } from "./render-item.js";

/** What whole entry points export. */
const PACKAGES: readonly (Heading & { readonly entries: readonly string[] })[] = [
  {
    title: "Guards and mount",
    text: "`@acme/auth-express`: the routes in an application of Express or of plain `node:http`, and guards for its own routes.",
    entries: ["@acme/auth-express"],
  },
  {
    title: "Handler and guards",
    text: "`@acme/auth-fetch`: the same from `Request` to `Response`, for Hono, Next.js, Bun, Deno and every other host.",
    entries: ["@acme/auth-fetch"],
  },
  {
    title: "The client",
    text: "`@acme/auth-client`: typed calls of every route for front ends, over `fetch`.",
    entries: ["@acme/auth-client"],
  },
  {
    title: "The HTTP surface",
    text: "`@acme/auth-http`: the routes as data, for mounts in other frameworks.",
    entries: ["@acme/auth-http"],
  },
  {
    title: "External providers",
    text: "`@acme/auth-core/providers`: what `AuthOptions.identityProviders` is filled with.",
    entries: ["@acme/auth-core/providers"],
  },
  {
    title: "Mail",
    text: "`@acme/auth-nodemailer` delivers by SMTP.",
    entries: ["@acme/auth-nodemailer"],
  },
  {
    title: "Databases",
    text: "`@acme/auth-kysely/postgres` and `@acme/auth-kysely/sqlite` make a `Store`; `@acme/auth-kysely` holds what both have in common.",
    entries: ["@acme/auth-kysely/postgres", "@acme/auth-kysely/sqlite", "@acme/auth-kysely"],
  },
  {
    title: "The testing kit",
    text: "`@acme/auth-testing`: what an adapter must do, and replacements of clock, chance and mail for tests.",
    entries: [
      "@acme/auth-testing",
      "@acme/auth-testing/store-contract",
      "@acme/auth-testing/postgres",
    ],
  },
];

const REST: Heading = {
  title: "Values and types",
  text: "Everything else that `@acme/auth-core` exports.",
};

/** `docs/library.md`: the public interfaces, in the order in which an application meets them. */
export async function libraryDocument(api: readonly Entry[], note: string): Promise<string> {
  const book = createBook(api);
  const parts = [
    `# Library\n\n${note} It is made of the comments in the sources. Methods refuse with an [\`AuthError\`](errors.md).`,
    await renderItem(book.named("createAuth"), "## `createAuth`"),
    await book.features("What it makes: `Auth`", "Auth", "auth"),
    book.table("What it is told: `AuthOptions`", "AuthOptions"),
    book.table("Ports", "Ports"),
    await book.interfacesBehind("AuthOptions"),
    await book.interfacesBehind("Ports"),
  ];
  for (const { entries, ...heading } of PACKAGES) parts.push(await book.entries(heading, entries));
  parts.push(
    book.table("Stores", "Stores"),
    await book.interfacesBehind("Stores"),
    await book.entries(REST, ["@acme/auth-core"]),
    entryPoints(api),
  );
  return `${withContents(joined(parts))}\n`;
}

/** Every name that can be imported, below the entry points that export it. */
export function entryPoints(api: readonly Entry[]): string {
  const lists = api.map(({ name, exports }) => {
    const names = [...exports.keys()].sort((one, other) => one.localeCompare(other, "en"));
    return `### \`${name}\`\n\n${names.map((each) => `\`${each}\``).join(", ")}`;
  });
  return joined(["## Where to import each name from", ...lists]);
}

/** Links to the sections, under the title. */
function withContents(text: string): string {
  const titles = text.match(/^## .+$/gm) ?? [];
  const links = titles.map((line) => {
    const title = line.slice(3);
    const anchor = title
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-");
    return `- [${title}](#${anchor})`;
  });
  return text.replace(/^## /m, `${links.join("\n")}\n\n## `);
}
