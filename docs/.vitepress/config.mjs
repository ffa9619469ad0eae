import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { defineConfig } from "vitepress";
import { anchorOf, BASE, NO_PAGES, pageOf, SOURCES } from "../../scripts/site/addresses.mjs";
import { writeCompanions } from "../../scripts/site/companions.mjs";
import { refuseDeadLinks } from "../../scripts/site/dead-links.mjs";
import { searchSections } from "../../scripts/site/search-sections.mjs";
import { CODE_THEMES, COUNTED_LINES } from "./code-colors.mjs";
import { nameColumns } from "./column-names.mjs";
import { hero } from "./landing.mjs";
import { NAVIGATION, SIDEBAR } from "./navigation.mjs";
import { SEARCH } from "./search.mjs";
import { PLUGINS, ROLLDOWN } from "./vite-plugins.mjs";

const DOCS = new URL("..", import.meta.url).pathname;
/** As the ready pages draw the mark of an application that has no logo. */
const MARK = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0f766e"/><path d="M16 7.5 8.8 24.5h3l1.7-4.3h5l1.7 4.3h3zm0 5.2 1.7 4.9h-3.4z" fill="#fff"/></svg>',
)}`;

export default defineConfig({
  title: "Acme Auth",
  description: "Authentication, accounts and access control for TypeScript services.",
  base: BASE,
  lang: "en",
  head: [["link", { rel: "icon", href: MARK }]],
  cleanUrls: true,
  srcExclude: NO_PAGES,
  rewrites: pageOf,
  // The pages that a sidebar names are large, and few of them are visited.
  router: { prefetchLinks: false },
  // Every other dead link fails the build.
  ignoreDeadLinks: "localhostLinks",
  vite: {
    plugins: PLUGINS,
    build: { chunkSizeWarningLimit: 4096, rolldownOptions: ROLLDOWN },
  },
  markdown: {
    anchor: { slugify: anchorOf },
    languageAlias: { caddy: "nginx" },
    theme: CODE_THEMES,
    codeTransformers: [COUNTED_LINES],
    config: nameColumns,
  },
  transformPageData: ({ relativePath, frontmatter }) => {
    if (relativePath === "index.md") return { frontmatter: { ...frontmatter, ...hero() } };
    return relativePath.includes("/")
      ? undefined
      : { frontmatter: { ...frontmatter, aside: false } };
  },
  transformHead: ({ pageData: { relativePath, isNotFound } }) =>
    isNotFound
      ? []
      : [["link", { rel: "alternate", type: "text/markdown", href: BASE + relativePath }]],
  // The theme names its switch by a script only.
  transformHtml: (html) =>
    html.replaceAll(' role="switch" title ', ' role="switch" title="Light or dark" '),
  buildEnd: ({ srcDir, outDir, pages }) => {
    writeCompanions({ srcDir, outDir, pages });
    refuseDeadLinks(outDir);
  },
  themeConfig: {
    logo: { src: MARK, alt: "" },
    nav: NAVIGATION,
    sidebar: SIDEBAR,
    outline: [2, 3],
    notFound: {
      title: "There is no such page",
      quote: "It may have moved. Search for it, or begin with the guide.",
      linkLabel: "To the first page",
      linkText: "To the first page",
    },
    socialLinks: [{ icon: "github", link: SOURCES }],
    search: {
      provider: "local",
      options: {
        _render: (text) => text,
        miniSearch: {
          ...SEARCH,
          _splitIntoSections: (file) =>
            searchSections(relative(DOCS, file), readFileSync(file, "utf8")),
        },
      },
    },
  },
});
