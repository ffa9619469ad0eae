import type {
  Caller,
  CorePermission,
  ErrorCode,
  Fresh,
  FreshCaller,
  Granted,
  PermissionId,
} from "@acme/auth-core";
import type { Demand, ObjectSchema, Output } from "@acme/auth-http/pages-host";
import type { Kit } from "../kit.js";
import type { PageContent } from "../layouts/document.js";
import type { PageName } from "../page-paths.js";
import type { PagesTexts } from "../texts/pages-texts.js";
import type { FormState, WithForm } from "./form-state.js";
import { Leave, type Outcome, Sent, Shown } from "./outcome.js";
import type { Step } from "./step.js";
import type { AnyVisit } from "./visit.js";

/**
 * Who may see a page and post its form. A visitor who may not is sent to `/sign-in` or `/confirm`, and
 * comes back afterwards; or sees the page "Page not found" or "Your role doesn't allow this."
 *
 * - `any`: everyone. `visit.caller` is null for a visitor who is not signed in.
 * - `step`: everyone whose browser has a sign-in under way, which `visit.step` is.
 * - `in`: signed in.
 * - `fresh`: signed in recently.
 * - a permission, in the organization that the path names by `:slug`; `visit.granted` is the proof.
 */
export type PageAccess<P extends PermissionId = CorePermission> =
  "any" | "step" | "in" | "fresh" | PagePermission<P>;

/** Access for members whose role has a permission. */
export interface PagePermission<P extends PermissionId = CorePermission> {
  readonly permission: P;
  /** And signed in recently. */
  readonly fresh?: true;
}

/** What a visit proves, by the access of its page. */
export type Proven<A extends PageAccess> = A extends "any"
  ? { readonly caller: Caller | null }
  : A extends "step"
    ? { readonly caller: Caller | null; readonly step: Step }
    : A extends "in"
      ? { readonly caller: Caller }
      : A extends "fresh"
        ? { readonly caller: FreshCaller }
        : A extends { readonly permission: infer P extends PermissionId }
          ? A extends { readonly fresh: true }
            ? { readonly caller: FreshCaller; readonly granted: Granted<P> & Fresh }
            : { readonly caller: Caller; readonly granted: Granted<P> }
          : never;

/** A visit of a page of that access. */
export type Visit<A extends PageAccess> = AnyVisit & Proven<A>;

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
export type PageTemplate<View> = (view: View & WithForm, kit: Kit) => PageContent;

/** What every page says of itself. */
interface PageFacts<Name extends PageName> {
  /** Names the page in links, templates and texts; its path is in `PAGE_PATHS`. */
  readonly name: Name;
  readonly access: PageAccess;
  /**
   * What stands around the page: one card, or bar and rail. Default: the card for `any` and `step`,
   * and the rail for every other access.
   */
  readonly layout?: PageLayout;
  /** Answers requests that accept HTML only. */
  readonly asksForHtml?: true;
  /** What the caller has to prove besides. A feature brings it. */
  readonly demands?: readonly Demand[];
  /** A form that does not count among the writes of its user. */
  readonly uncounted?: true;
  /**
   * The field below which the refusal of a code stands. Every other refusal stands above the first
   * control.
   */
  readonly at?: Readonly<Partial<Record<ErrorCode, string>>>;
  /** What a refusal says on this page instead of what it says everywhere. */
  readonly says?: Readonly<
    Partial<Record<ErrorCode, (texts: PagesTexts, visit: AnyVisit) => string>>
  >;
}

/** What a GET shows. */
interface Looking<A extends PageAccess, View extends object> {
  /**
   * Loads what the template shows, or leaves for another page. Changes nothing: a GET never does.
   * It is called again, for the same page, when a form was refused.
   */
  readonly load: (visit: Visit<A>) => Promise<View | Outcome> | View | Outcome;
  readonly template: PageTemplate<View>;
}

/** A GET that leads to another page, whatever is asked for. */
interface Leading<A extends PageAccess> {
  readonly load: (visit: Visit<A>) => Promise<Outcome> | Outcome;
  readonly template?: undefined;
}

/** What a POST does. */
interface Posting<A extends PageAccess, F extends FieldSchema | undefined> {
  readonly fields?: F;
  /**
   * Does what the form asks for. Answer with `go`, or with `show` where the page that follows holds
   * a secret. What is thrown as an `AuthError` comes back as the page of the form, with the words
   * of its code and what was typed.
   */
  readonly post: (visit: Visit<A>, fields: Fields<F>) => Promise<Outcome>;
}

/** A page that only shows, or one with a form; and a path that only takes the form of another. */
export type PageDefinition<
  Name extends PageName,
  A extends PageAccess,
  View extends object,
  F extends FieldSchema | undefined,
> = PageFacts<Name> & { readonly access: A } & (
    | (Leading<A> & { readonly post?: undefined; readonly fields?: undefined })
    | (Looking<A, View> & { readonly post?: undefined; readonly fields?: undefined })
    | (Looking<A, View> & Posting<A, F>)
    | (Posting<A, F> & {
        /** The page on which the form stands: a GET of this path leads there. */
        readonly form: PageName;
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

/** What `page` returns: `View` is what its template is given. */
export interface Page<Name extends PageName, View> extends PageFacts<Name> {
  /** The page on which the form stands: this one, where it is null. */
  readonly form: PageName | null;
  /** What shows the page, unless the application has replaced it; null where it only posts. */
  readonly template: PageTemplate<View> | null;
  readonly fields: FieldSchema | null;
  /** Loads the page and returns what draws it. */
  open(visit: AnyVisit, opening: Opening<View>): Promise<Outcome>;
  /** Takes the form; null where there is none. */
  readonly post: ((visit: AnyVisit, fields: unknown) => Promise<Outcome>) | null;
}

/** A page whose types are forgotten: all that the kernel needs. */
export type AnyPage = Page<PageName, never>;

/**
 * Defines a page: one file of `pages/`, a line in `PAGES`, and its texts in `texts/`. The kernel
 * does the rest: who may see it, limits, origins, headers, language, frame, and the page again with
 * what was typed when the form is refused.
 * @example
 * export const name = page({
 *   name: "name",
 *   access: "in",
 *   form: "profile", // the form stands on /account; without it, give `load` and `template`
 *   fields: () => z.object({ name: nameField().min(1) }),
 *   at: { VALIDATION_ERROR: "name" }, // below which field other refusals than the schema's stand
 *   async post({ auth, caller, client, page }, fields) {
 *     await auth.profiles.update(caller, fields, client);
 *     return go(page("profile", { section: "name" }), { flash: { key: "saved", section: "name" } });
 *   },
 * });
 * @example
 * export const sessions = page({
 *   name: "sessions",
 *   access: "in",
 *   load: async ({ auth, caller }) => ({ sessions: await auth.sessions.list(caller) }),
 *   template: ({ sessions }, kit) => ({
 *     title: kit.texts.sessions.title,
 *     content: html`${heading({ title: kit.texts.sessions.title })} ${list(…)}`,
 *   }),
 * });
 */
export function page<
  const Name extends PageName,
  const A extends PageAccess,
  View extends object = Record<never, never>,
  F extends FieldSchema | undefined = undefined,
>(definition: PageDefinition<Name, A, View, F>): Page<Name, View> {
  const { load, template = null, post, fields } = definition;
  const facts: PageFacts<Name> = definition;
  return {
    ...facts,
    form: "form" in definition ? definition.form : null,
    template,
    fields: fields ?? null,
    async open(visit: Visit<A>, { form, template: shownBy }) {
      const loaded = await load?.(visit);
      if (loaded instanceof Leave || loaded instanceof Shown || loaded instanceof Sent)
        return loaded;
      if (!loaded || !shownBy) throw new Error(`${definition.name} shows nothing`);
      return new Shown((kit) => shownBy({ ...loaded, form }, kit), null, {});
    },
    post: post ? postOf<A, F>(post) : null,
  };
}

/** The kernel calls with what the access has proven and the schema has made. */
const postOf = <A extends PageAccess, F extends FieldSchema | undefined>(
  post: Posting<A, F>["post"],
): NonNullable<AnyPage["post"]> => {
  const untyped: { post(visit: AnyVisit, fields: unknown): Promise<Outcome> } = { post };
  return (visit, fields) => untyped.post(visit, fields);
};
