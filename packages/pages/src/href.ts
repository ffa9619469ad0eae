import { PAGE_PATHS, type PageName, type PageParameters } from "./page-paths.js";

/**
 * A URL that `href`, `action` and `src` may have. `page()`, `asset()` and `webHref()` make it, and
 * nothing else does, so that no text of a person becomes one.
 */
export class Href {
  /** The URL, not yet escaped for HTML. */
  readonly url: string;
  readonly #made = true;

  private constructor(url: string) {
    this.url = url;
  }

  /** Of the functions of this file. */
  static readonly of = (url: string): Href => new Href(url);

  /** Whether the value was made here. */
  static is(value: object): value is Href {
    return #made in value && value.#made;
  }
}

/** What follows the path of a page. */
export interface PageHrefParts {
  /** Parameters of the query; those that are null or empty are left out. */
  readonly query?: Readonly<Record<string, string | null>>;
  /** The id of the section. */
  readonly section?: string;
}

/** A page's arguments: its parameters first, where its path has any. */
export type PageArguments<Name extends PageName> = [keyof PageParameters<Name>] extends [never]
  ? [parts?: PageHrefParts]
  : [parameters: PageParameters<Name>, parts?: PageHrefParts];

/**
 * Returns what makes the URLs of pages.
 * @param base the path below which the pages live, without a slash at its end; empty for the root
 */
export const pageHrefs =
  (base: string) =>
  <Name extends PageName>(name: Name, ...given: PageArguments<Name>): Href => {
    const pattern: string = PAGE_PATHS[name];
    const values: readonly (PageHrefParts | Readonly<Record<string, string>> | undefined)[] = given;
    const hasParameters = pattern.includes("/:");
    const parameters = new Map(Object.entries(hasParameters ? (values[0] ?? {}) : {}));
    const { query = {}, section }: PageHrefParts = values[hasParameters ? 1 : 0] ?? {};
    const path = pattern.replaceAll(/:(\w+)/g, (_, key: string) =>
      encodeURIComponent(String(parameters.get(key))),
    );
    const search = new URLSearchParams();
    for (const [key, value] of Object.entries(query)) if (value) search.set(key, value);
    return Href.of(
      `${base}${path}${search.size > 0 ? `?${search.toString()}` : ""}${section ? `#${encodeURIComponent(section)}` : ""}`,
    );
  };

/** Returns the URL of a file of the package, by the name it is served under. */
export const assetHref = (base: string, file: string): Href =>
  Href.of(`${base}/assets/auth-pages/${encodeURIComponent(file)}`);

/**
 * Returns a URL of the web as it is. Pass what `resolveRedirect` allowed, or what the application
 * has configured.
 * @throws {TypeError} for a URL of another scheme than http and https
 */
export function webHref(url: string): Href {
  const { protocol, href } = new URL(url);
  if (!/^https?:$/.test(protocol)) throw new TypeError("not a URL of the web");
  return Href.of(href);
}
