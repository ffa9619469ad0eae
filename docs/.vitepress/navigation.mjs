import { readdirSync, readFileSync } from "node:fs";

/** @typedef {import("vitepress").DefaultTheme.SidebarItem} Item */
/** @typedef {import("vitepress").DefaultTheme.NavItem} NavItem */

const DOCS = new URL("..", import.meta.url);

/** The order of the pages, by their names. One that is named nowhere stands under "More". */
const GUIDE = {
  Begin: "README getting-started mounting testing",
  Frameworks: "nextjs react-router sveltekit nuxt astro tanstack-start frameworks",
  "How users sign in":
    "product-policy passwords providers second-factor passkeys-across-subdomains",
  "What users see": "pages front-ends mails-and-languages",
  "Your own code":
    "routes-and-permissions own-fields events-and-webhooks users-and-operators when-an-account-ends writing-a-feature writing-a-store",
  Recipes: "drizzle prisma subdomains custom-domains admin-panel captcha waitlist gdpr",
  "In production": "deployment backup-and-restore engines",
  Hosts: "functions vercel lambda cloudflare-workers fly render kubernetes",
};
const REFERENCE = {
  "HTTP surface":
    "http-surface errors permissions doors audit-events pages better-auth-client embedding",
  "Security and data": "threat-model security-requirements data-model ownership proofs",
  "The reference server": "operations configuration commands upgrading versioning",
  Speed: "performance what-decides-the-speed",
};

/**
 * @param {string} folder Below `docs`, with its slash.
 * @param {Readonly<Record<string, string>>} groups
 * @returns {Item[]}
 */
function sidebar(folder, groups) {
  const there = readdirSync(new URL(folder, DOCS))
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.replace(/\.md$/, ""));
  const named = Object.values(groups).join(" ").split(" ");
  const rest = there.filter((name) => !named.includes(name) && name !== "README");
  return Object.entries({ ...groups, More: rest.join(" ") })
    .map(([text, names]) => ({
      text,
      items: names
        .split(" ")
        .filter((name) => there.includes(name))
        .map((name) => page(folder, name)),
    }))
    .filter(({ items }) => items.length > 0);
}

/** @param {string} folder @param {string} name @returns {Item} */
function page(folder, name) {
  const text = readFileSync(new URL(`${folder}${name}.md`, DOCS), "utf8");
  const title = /^# (.*)$/m.exec(text)?.[1] ?? name;
  return { text: title, link: `/${folder.replace("./", "")}${name.replace("README", "")}` };
}

/** What the build of the reference has written. @returns {Item[]} */
function library() {
  /** @type {{ path: string, title: string, group: string }[]} */
  const pages = JSON.parse(readFileSync(new URL("library/pages.json", DOCS), "utf8"));
  const itemsOf = (/** @type {string} */ group) =>
    pages
      .filter((each) => each.group === group)
      .map(({ path, title }) => ({
        text: title.replace("@acme/auth-", ""),
        link: `/library/${path}`,
      }));
  return [
    { text: "What createAuth returns", items: itemsOf("auth") },
    { text: "@acme/auth-core", items: itemsOf("core") },
    { text: "Other entry points", items: itemsOf("entries") },
  ];
}

/** @type {Record<string, Item[]>} */
export const SIDEBAR = {
  "/guide/": sidebar("guide/", GUIDE),
  "/library/": library(),
  "/decisions/": [
    { text: "Decisions", items: sidebar("decisions/", {}).flatMap(({ items = [] }) => items) },
  ],
  "/": sidebar("./", REFERENCE),
};

const { "The reference server": operated, ...referenced } = REFERENCE;
const oneOf = (/** @type {readonly string[]} */ groups) =>
  `^/(${groups.join(" ").replaceAll(" ", "|")})$`;

/** @type {NavItem[]} */
export const NAVIGATION = [
  { text: "Guide", link: "/guide/", activeMatch: "^/guide/" },
  { text: "Library", link: "/library/", activeMatch: "^/library/" },
  { text: "Reference", link: "/http-surface", activeMatch: oneOf(Object.values(referenced)) },
  { text: "Operations", link: "/operations", activeMatch: oneOf([operated]) },
  { text: "Decisions", link: "/decisions/", activeMatch: "^/decisions/" },
];
