import type { Auth, Caller, Client, Granted, PermissionId } from "@acme/auth-core";
import type { Html, HttpRequest, NamedSite } from "@acme/auth-http";
import { type ChosenLook, formFields, readLook, readPageCookie } from "@acme/auth-http/pages-host";
import type { Href } from "../href.js";
import { type PageArguments, pageHrefs } from "../href.js";
import type { Kit } from "../kit.js";
import type { PageName } from "../page-paths.js";
import type { PagesTexts } from "../texts/pages-texts.js";
import type { Flashes } from "./flash.js";
import type { Languages } from "./languages.js";
import { createNextRules, type NextRules } from "./next.js";
import type { Step, Steps } from "./step.js";

/** Everything a page is asked with. */
export interface AnyVisit {
  readonly auth: Auth<PermissionId>;
  readonly site: NamedSite;
  readonly client: Client;
  readonly request: HttpRequest;
  /** Null for a visitor who is not signed in. */
  readonly caller: Caller | null;
  /** The proof of the permission of the page; null where it asks for none. */
  readonly granted: Granted<PermissionId> | null;
  /** What fills the parameters of the path. Untrusted. */
  readonly params: Readonly<Record<string, string>>;
  /** The parameters of the query that are given once. Untrusted. */
  readonly query: Readonly<Record<string, string>>;
  /**
   * The sign-in under way: of a form its hidden field, else the cookie. Null when there is none.
   * It proves nothing.
   */
  readonly step: Step | null;
  /** Where to go afterwards, checked; null when nothing is asked for. */
  readonly next: string | null;
  /** The same as it came in, untrusted: `/look` may go back to more. */
  readonly typedNext: string | null;
  /** What `next` may be. */
  readonly nexts: NextRules;
  /** The way of the last sign-in of this browser, whatever it says. */
  readonly lastWay: string | null;
  readonly look: ChosenLook;
  /** The language of the answer, and its texts. */
  readonly locale: string;
  readonly texts: PagesTexts;
  /** What features add to `/account/security`. */
  readonly sections: readonly FeatureSection[];
  /** Returns the URL of a page. */
  readonly page: <Name extends PageName>(name: Name, ...given: PageArguments<Name>) => Href;
}

/** A section that a feature, or the application, adds to `/account/security`. */
export interface FeatureSection {
  /** Loads what it shows, and returns what draws it; null where it has nothing to show. */
  readonly load: (
    visit: AnyVisit & { readonly caller: Caller },
  ) => Promise<((kit: Kit) => Html) | null>;
}

/** What visits are read with. */
export interface VisitHost {
  readonly sections: readonly FeatureSection[];
  readonly auth: Auth<PermissionId>;
  readonly site: NamedSite;
  readonly steps: Steps;
  readonly flashes: Flashes;
  readonly languages: Languages;
}

/** What is known of a request when its page is asked. */
export interface Asked extends Pick<
  AnyVisit,
  "client" | "request" | "caller" | "granted" | "params"
> {
  /** The hidden fields of a form; empty without one. */
  readonly typed: Readonly<Record<string, string>>;
  /** Whether the page reads `next` of its query. */
  readonly readsNext: boolean;
}

/** Returns what reads a request as a visit. */
export function createVisits({ auth, site, steps, languages, sections }: VisitHost) {
  const nexts = createNextRules(site, auth.policy);
  const page = pageHrefs(site.pages ?? "");
  return async function visitOf(asked: Asked): Promise<AnyVisit> {
    const { request, client, caller, typed } = asked;
    const cookies = request.header("cookie");
    const query = queryOf(request);
    const isPost = request.method === "POST";
    const look = readLook(readPageCookie(cookies, "look", site), languages.locales);
    const locale = await languages.choose({ caller, look, client });
    const step = steps.open(isPost ? typed["step"] : readPageCookie(cookies, "step", site));
    const inQuery = asked.readsNext ? (query["next"] ?? query["callbackURL"]) : undefined;
    const typedNext = (isPost ? typed["next"] : inQuery) ?? null;
    return {
      ...asked,
      auth,
      site,
      query,
      step,
      next: nexts.after(typedNext),
      typedNext,
      nexts,
      lastWay: readPageCookie(cookies, "last-way", site),
      look,
      locale,
      texts: languages.textsOf(locale),
      sections,
      page,
    };
  };
}

/** Parameters that are given once; none of a query that has more than any page reads. */
function queryOf({ query }: HttpRequest): Readonly<Record<string, string>> {
  if (query === "") return {};
  try {
    return Object.fromEntries(
      Object.entries(formFields(query)).filter(
        (field): field is [string, string] => typeof field[1] === "string",
      ),
    );
  } catch {
    return {};
  }
}
