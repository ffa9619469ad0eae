import { PAGE_PATHS } from "./surface/page-paths.js";

/** The name of a page of the service. */
export type PageName = keyof typeof PAGE_PATHS;

/** The names of the parameters of a path. */
export type PageParameters<Path extends string> = Path extends `${infer Before}/${infer After}`
  ? PageParameters<Before> | PageParameters<After>
  : Path extends `:${infer Parameter}`
    ? Parameter
    : never;

/** The pages that lead on to a URL of yours. */
export type LeadsOn = "signIn" | "confirm";

/** What the URL of a page is made of besides its name. */
export type PageUrlParts<Name extends PageName> = Readonly<
  Record<PageParameters<(typeof PAGE_PATHS)[Name]>, string>
> & {
  /** The id of a section, such as `passkeys` of `security`. */
  readonly section?: string;
} & (Name extends LeadsOn
    ? {
        /**
         * Where the page leads afterwards: a path of the service, or a URL whose origin it trusts.
         * The page ignores any other.
         */
        readonly next?: string;
      }
    : unknown);

/** The parts come last, and may be missing where the path has no parameters. */
export type PageUrlArguments<Name extends PageName> = [
  PageParameters<(typeof PAGE_PATHS)[Name]>,
] extends [never]
  ? [parts?: PageUrlParts<Name>]
  : [parts: PageUrlParts<Name>];

/**
 * Returns the URL of a page of the service, for a link or `location.href`.
 *
 * @param serviceUrl Where the pages live: the URL of the service, with the path below which they
 * are mounted, if they have one.
 * @param name A misspelt one does not compile.
 * @param parts The parameters of the page's path, and where it leads.
 * @example
 * const link = pageUrl("https://auth.example.com", "signIn", { next: location.href });
 * const members = pageUrl("https://app.example.com/auth", "members", { slug: "nordlicht" });
 */
export function pageUrl<Name extends PageName>(
  serviceUrl: string,
  name: Name,
  ...[parts]: PageUrlArguments<Name>
): string {
  const texts: Readonly<Record<string, string | undefined>> = parts ?? {};
  const path = PAGE_PATHS[name].replaceAll(/:(\w+)/g, (_, key: string) => partOf(texts[key]));
  const { next, section } = texts;
  const query = next === undefined ? "" : `?next=${encodeURIComponent(next)}`;
  const hash = section === undefined ? "" : `#${encodeURIComponent(section)}`;
  return serviceUrl.replace(/\/+$/, "") + path + query + hash;
}

/** What is empty, `.` or `..` would lead to another path: it becomes what no page is named. */
const partOf = (text = ""): string => (/^\.{0,2}$/.test(text) ? "-" : encodeURIComponent(text));
