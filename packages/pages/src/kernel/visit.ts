import type { Auth, Caller, Client, Granted, PermissionId, Secret } from "@acme/auth-core";
import type { Html, HttpRequest, NamedSite } from "@acme/auth-http";
import { type ChosenLook, formFields, readLook, readPageCookie } from "@acme/auth-http/pages-host";
import { type OwnPaths, type PageHrefs, pageHrefs } from "../href.js";
import type { Kit } from "../kit.js";
import type { PagesTexts } from "../texts/pages-texts.js";
import type { Flashes } from "./flash.js";
import type { FormState } from "./form-state.js";
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
  /**
   * What the browser of a withheld sign-in goes on with: of a page whose access is `pending`. It
   * proves nothing until the feature has found the sign-in. Null on every other page.
   */
  readonly pending: Secret | null;
  /** What features add to pages of the package. */
  readonly sections: FeatureSections;
  /** The form of a feature's page that was refused, where it stands on a page of the package. */
  readonly refused: RefusedForm | null;
  /** Returns the URL of a page. */
  readonly page: PageHrefs;
}

/**
 * A page of the package to which a feature may add a section: `/account`, `/account/security`, the
 * settings of an organization, and `/confirm`, where it asks for a proof of its own.
 */
export type SectionedPage = "profile" | "security" | "settings" | "confirm";

/** The sections that features add, in the order of the features. */
export type FeatureSections = Readonly<Record<SectionedPage, readonly FeatureSection[]>>;

/** A section that a feature adds. */
export interface FeatureSection {
  readonly owner: string;
  /** Loads what it shows, and returns what draws it; null where it has nothing to show. */
  load(visit: LoadingSection): Promise<SectionDrawing | null>;
}

/** What a section is loaded with. */
export type LoadingSection = AnyVisit & {
  readonly caller: Caller;
  /** The form of the feature that stands in the section: as it was refused, or as it is at first. */
  readonly form: FormState;
};

/** Draws a section that is loaded. */
export type SectionDrawing<K extends Kit = Kit> = (kit: K) => Html;

/** A refused form, and the feature whose it is. */
export interface RefusedForm {
  readonly owner: string;
  readonly form: FormState;
}

/** What visits are read with. */
export interface VisitHost {
  readonly sections: FeatureSections;
  /** The paths of the pages that features add. */
  readonly paths: OwnPaths;
  readonly auth: Auth<PermissionId>;
  readonly site: NamedSite;
  readonly steps: Steps;
  readonly flashes: Flashes;
  readonly languages: Languages;
}

/** What is known of a request when its page is asked. */
export interface Asked extends Pick<
  AnyVisit,
  "client" | "request" | "caller" | "granted" | "params" | "pending"
> {
  /** The hidden fields of a form; empty without one. */
  readonly typed: Readonly<Record<string, string>>;
  /** Whether the page reads `next` of its query. */
  readonly readsNext: boolean;
}

/** Returns what reads a request as a visit. */
export function createVisits({ auth, site, steps, languages, paths, sections }: VisitHost) {
  const nexts = createNextRules(site, auth.policy);
  const page = pageHrefs(site.pages ?? "", paths);
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
      refused: null,
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
