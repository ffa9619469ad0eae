import { PAGE_PATHS, type PageName, type ParameterOf } from "./page-paths.js";

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

/** What a URL of that path is made of: its parameters first, if it has any. */
export type PathArguments<Path extends string> = [ParameterOf<Path>] extends [never]
  ? [parts?: PageHrefParts]
  : [parameters: Readonly<Record<ParameterOf<Path>, string>>, parts?: PageHrefParts];

/** What the URL of a page is made of. */
export type PageArguments<Name extends PageName> = PathArguments<(typeof PAGE_PATHS)[Name]>;

/** Makes the URLs of the pages of the package. */
export type PageHrefs = <Name extends PageName>(name: Name, ...given: PageArguments<Name>) => Href;

/** The paths of the pages that a feature adds, by their names. */
export type OwnPaths = Readonly<Record<string, `/${string}`>>;

/** Makes the URLs of the pages that a feature adds. */
export type OwnHrefs<Paths extends OwnPaths> = <Name extends keyof Paths & string>(
  name: Name,
  ...given: PathArguments<Paths[Name]>
) => Href;

/** Fills the parameters of a path below that of the pages. */
export function fillPath(base: string, pattern: string, parameters: object = {}): string {
  const values = new Map<string, unknown>(Object.entries(parameters));
  const filled = (key: string): string => {
    const value = values.get(key);
    return typeof value === "string" ? encodeURIComponent(value) : "";
  };
  const path = pattern.replaceAll(/:(\w+)/g, (_, key: string) => filled(key));
  return base !== "" && path === "/" ? base : base + path;
}

/** Makes the URLs of pages whose names are not known to the compiler. */
export type AnyHrefs = (
  name: string,
  ...given: readonly (PageHrefParts | Readonly<Record<string, string>> | undefined)[]
) => Href;

/**
 * Returns what makes the URLs of pages.
 * @param base the path below which the pages live, without a slash at its end; empty for the root
 * @param own the paths of the pages that features add
 */
export function pageHrefs(base: string, own: OwnPaths = {}): AnyHrefs {
  const patterns = new Map<string, string>(Object.entries({ ...own, ...PAGE_PATHS }));
  return (name, ...given) => {
    const pattern = patterns.get(name);
    if (pattern === undefined) throw new Error(`there is no page ${name}`);
    const hasParameters = pattern.includes("/:");
    const parameters = hasParameters ? given[0] : {};
    const { query = {}, section }: PageHrefParts = given[hasParameters ? 1 : 0] ?? {};
    const search = new URLSearchParams();
    for (const [key, value] of Object.entries(query)) if (value) search.set(key, value);
    return Href.of(
      `${fillPath(base, pattern, parameters)}${search.size > 0 ? `?${search.toString()}` : ""}${section ? `#${encodeURIComponent(section)}` : ""}`,
    );
  };
}

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
