/** Where the site is served. Documents name its pages by this URL where they link to the reference. */
export const SITE = "https://acme.github.io/auth/";
/** Where the sources are read that are no page of the site. */
export const SOURCES = "https://github.com/acme/auth";
/** The path below which the site is served. */
export const BASE = new URL(SITE).pathname;

/** Pages that have another name on the site: there, the first page of a folder is its index. */
const INDEX = /(^|\/)README\.md$/;
/** What stands in `docs` and is no page: the reports of the API are for reviewers. */
export const NO_PAGES = ["api/**"];

/**
 * How the site names a document.
 * @param {string} path Below `docs`, such as `guide/README.md`.
 */
export const pageOf = (path) => path.replace(INDEX, "$1index.md");

/**
 * Whether a file is a page of the site.
 * @param {string} path Below `docs`.
 */
export const isPage = (path) =>
  path.endsWith(".md") && !path.startsWith("../") && !path.startsWith("api/");

/** How GitHub makes an anchor of a heading. @param {string} title Without its marks. */
export const anchorOf = (title) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, "")
    .replaceAll(" ", "-");
