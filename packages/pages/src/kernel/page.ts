import { PAGE_PATHS, type PageName } from "../page-paths.js";
import type { PageAccess } from "./access.js";
import { makePage } from "./make-page.js";
import type { BaseContext, FieldSchema, Page, PageDefinition } from "./page-definition.js";

export type { Visit } from "./access.js";

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
export const page = <
  const Name extends PageName,
  const A extends PageAccess,
  View extends object = Record<never, never>,
  F extends FieldSchema | undefined = undefined,
>(
  definition: PageDefinition<Name, A, View, F>,
): Page<Name, View> => ({
  ...makePage<Name, A, View, F, BaseContext>(definition, {
    place: { path: PAGE_PATHS[definition.name], owner: null, rail: null, faults: null },
    visit: (visit) => visit,
    template: (template) => template,
  }),
  // As it is: `show` finds by it what the application has put in its place.
  template: definition.template ?? null,
});
