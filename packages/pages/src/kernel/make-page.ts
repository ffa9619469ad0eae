import type { AnyAccess, Visit } from "./access.js";
import { Leave, type Outcome, Sent, Shown } from "./outcome.js";
import type {
  AnyPage,
  Fields,
  FieldSchema,
  Page,
  PageContext,
  PageDefinition,
  PagePlace,
  PageTemplate,
} from "./page-definition.js";
import type { AnyVisit } from "./visit.js";

/** What a page is made with: where it is, and what its own functions are given besides. */
export interface Making<A extends AnyAccess, C extends PageContext> {
  readonly place: PagePlace;
  visit(visit: Visit<A>): Visit<A> & C["visit"];
  /** Returns the template as the kernel calls it. The pages of the package are called as they are. */
  template<View>(template: PageTemplate<View, C["kit"]>): PageTemplate<View>;
}

/** Makes a page of its definition. */
export function makePage<
  Name extends string,
  A extends AnyAccess,
  View extends object,
  F extends FieldSchema | undefined,
  C extends PageContext,
>(definition: PageDefinition<Name, A, View, F, C>, making: Making<A, C>): Page<Name, View> {
  const { name, access, load, template, post, fields } = definition;
  const { layout, asksForHtml, demands, uncounted, at, statuses, says } = definition;
  return {
    name,
    access,
    ...making.place,
    ...(layout && { layout }),
    ...(asksForHtml && { asksForHtml }),
    ...(demands && { demands }),
    ...(uncounted && { uncounted }),
    ...(at && { at }),
    ...(statuses && { statuses }),
    ...(says && { says }),
    form: "form" in definition ? definition.form : null,
    template: template ? making.template(template) : null,
    fields: fields ?? null,
    async open(visit: Visit<A>, { form, template: shownBy }) {
      const loaded = await load?.(making.visit(visit));
      if (loaded instanceof Leave || loaded instanceof Shown || loaded instanceof Sent)
        return loaded;
      if (!loaded || !shownBy) throw new Error(`${name} shows nothing`);
      return new Shown((kit) => shownBy({ ...loaded, form }, kit), null, {});
    },
    post: post ? postOf<A, F>((visit, given) => post(making.visit(visit), given)) : null,
  };
}

/** The kernel calls with what the access has proven and the schema has made. */
const postOf = <A extends AnyAccess, F extends FieldSchema | undefined>(
  post: (visit: Visit<A>, fields: Fields<F>) => Promise<Outcome>,
): NonNullable<AnyPage["post"]> => {
  const untyped: { post(visit: AnyVisit, fields: unknown): Promise<Outcome> } = { post };
  return (visit, fields) => untyped.post(visit, fields);
};
