import type { ErrorCode } from "@acme/auth-core";
import type { Demand, ObjectSchema, Output, PageStatus } from "@acme/auth-http/pages-host";
import type { Kit } from "../kit.js";
import type { PageContent } from "../layouts/document.js";
import type { PageName } from "../page-paths.js";
import type { FieldFault } from "../texts/field-fault.js";
import type { PagesTexts } from "../texts/pages-texts.js";
import type { AnyAccess, FeatureAccess, PageAccess, Visit } from "./access.js";
import type { FormState, WithForm } from "./form-state.js";
import type { Outcome } from "./outcome.js";
import type { AnyVisit } from "./visit.js";

/** What stands around the content of a page. */
export type PageLayout = "entry" | "account";

/** The fields of a form, as a schema. Call it after the library of schemas was loaded. */
export type FieldSchema = ObjectSchema;
/** What the schema makes of the fields. */
export type Fields<F extends FieldSchema | undefined> = F extends FieldSchema
  ? Output<F>
  : undefined;

/**
 * What shows a page: its title and its content, synchronous and pure. The layout is drawn around it.
 */
export type PageTemplate<View, K extends Kit = Kit> = (
  view: View & WithForm,
  kit: K,
) => PageContent;

/** What a page says of a refusal of its form, with what was typed. */
export type SaysRefusal = (
  texts: PagesTexts,
  visit: AnyVisit,
  typed: Readonly<Record<string, string>>,
) => string;

/** What the pages of the package, or of one feature, are written with. */
export interface PageContext {
  /** The names of pages that they know. */
  readonly name: string;
  /** What they may ask of a visitor. */
  readonly access: AnyAccess;
  /** The codes of the refusals that they tell apart. */
  readonly code: string;
  /** What `auth` has besides the base. */
  readonly auth: unknown;
  /** What a visit has besides that of any page. */
  readonly visit: unknown;
  readonly kit: Kit;
}

/** That of the pages of the package. */
export interface BaseContext extends PageContext {
  readonly name: PageName;
  readonly access: PageAccess;
  readonly code: ErrorCode;
  readonly kit: Kit;
}

/** What every page says of itself. */
export interface PageFacts<C extends PageContext> {
  /**
   * What stands around the page: one card, or bar and rail. Default: the card for `any`, `step` and
   * `pending`, and the rail for every other access.
   */
  readonly layout?: PageLayout;
  /** Answers requests that accept HTML only. */
  readonly asksForHtml?: true;
  /** What the caller has to prove besides. A feature brings it. */
  readonly demands?: readonly Demand<C["auth"]>[];
  /** A form that does not count among the writes of its user. */
  readonly uncounted?: true;
  /**
   * The field below which the refusal of a code stands. Every other refusal stands above the first
   * control.
   */
  readonly at?: Readonly<Partial<Record<C["code"], string>>>;
  /** The status of a refusal on this page, where it is not that of its kind. */
  readonly statuses?: Readonly<Partial<Record<C["code"], PageStatus>>>;
  /** What a refusal says on this page instead of what it says everywhere. */
  readonly says?: Readonly<Partial<Record<C["code"], SaysRefusal>>>;
}

/** What a GET shows. */
export interface Looking<A extends AnyAccess, View extends object, C extends PageContext> {
  /**
   * Loads what the template shows, or leaves for another page. Changes nothing: a GET never does.
   * It is called again, for the same page, when a form was refused.
   */
  readonly load: (visit: Visit<A> & C["visit"]) => Promise<View | Outcome> | View | Outcome;
  readonly template: PageTemplate<View, C["kit"]>;
}

/** A GET that leads to another page, whatever is asked for. */
export interface Leading<A extends AnyAccess, C extends PageContext> {
  /** Returns where it leads. What is thrown as an `AuthError` becomes a page that says it. */
  readonly load: (visit: Visit<A> & C["visit"]) => Promise<Outcome> | Outcome;
  readonly template?: undefined;
}

/** What a POST does. */
export interface Posting<
  A extends AnyAccess,
  F extends FieldSchema | undefined,
  C extends PageContext,
> {
  readonly fields?: F;
  /**
   * Does what the form asks for. Answer with `go`, or with `show` where the page that follows holds
   * a secret. What is thrown as an `AuthError` comes back as the page of the form, with the words
   * of its code and what was typed.
   */
  readonly post: (visit: Visit<A> & C["visit"], fields: Fields<F>) => Promise<Outcome>;
}

/** A page that only shows, or one with a form; and a path that only takes the form of another. */
export type PageDefinition<
  Name extends string,
  A extends AnyAccess,
  View extends object,
  F extends FieldSchema | undefined,
  C extends PageContext = BaseContext,
> = PageFacts<C> & {
  /** Names the page in links, templates and texts; it has a path. */
  readonly name: Name;
  readonly access: A;
} & (
    | (Leading<A, C> & { readonly post?: undefined; readonly fields?: undefined })
    | (Looking<A, View, C> & { readonly post?: undefined; readonly fields?: undefined })
    | (Looking<A, View, C> & Posting<A, F, C>)
    | (Posting<A, F, C> & {
        /** The page on which the form stands: a GET of this path leads there. */
        readonly form: C["name"];
        readonly load?: undefined;
        readonly template?: undefined;
      })
  );

/** What a page is opened with. */
export interface Opening<View> {
  readonly form: FormState;
  /** The template of the page, or the application's in its place; null where it only redirects. */
  readonly template: PageTemplate<View> | null;
}

/** What the kernel knows of a page besides what it says of itself. */
export interface PagePlace {
  /** Its path below that of the pages. */
  readonly path: `/${string}`;
  /** The feature that adds it; null for a page of the package. */
  readonly owner: string | null;
  /** Its entry of the rail, in a language; null where it has none. */
  readonly rail: ((locale: string) => string) | null;
  /** What is said below fields of its own, in a language; null where it has none. */
  readonly faults: ((locale: string) => Readonly<Record<string, FieldFault>>) | null;
}

/** What `page` returns: `View` is what its template is given. */
export interface Page<Name extends string, View>
  extends Omit<PageFacts<BaseContext>, "at" | "statuses" | "says">, PagePlace {
  readonly name: Name;
  readonly access: FeatureAccess<`${string}:${string}`>;
  readonly at?: Readonly<Partial<Record<string, string>>>;
  readonly statuses?: Readonly<Partial<Record<string, PageStatus>>>;
  readonly says?: Readonly<Partial<Record<string, SaysRefusal>>>;
  /** The page on which the form stands: this one, where it is null. */
  readonly form: string | null;
  /** What shows the page, unless the application has replaced it; null where it only posts. */
  readonly template: PageTemplate<View> | null;
  readonly fields: FieldSchema | null;
  /** Loads the page and returns what draws it. */
  open(visit: AnyVisit, opening: Opening<View>): Promise<Outcome>;
  /** Takes the form; null where there is none. */
  readonly post: ((visit: AnyVisit, fields: unknown) => Promise<Outcome>) | null;
}

/** A page whose types are forgotten: all that the kernel needs. */
export type AnyPage = Page<string, never>;
