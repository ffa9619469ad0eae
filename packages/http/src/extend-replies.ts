import type * as zod from "zod";
import type { ViewName } from "./kernel/additions.js";
import type { DocumentedRoute, DocumentedSection } from "./kernel/route.js";
import { once, z } from "./kernel/zod.js";
import type { FieldSchemas } from "./shown-fields.js";
import { activeOrganizationView, meView } from "./views/me.view.js";
import { methodsView } from "./views/methods.view.js";
import { organizationView } from "./views/organization.view.js";
import { passkeyView } from "./views/passkey.view.js";
import { passkeyRemovalView } from "./views/passkey-removal.view.js";
import { policyView } from "./views/policy.view.js";
import { sessionView } from "./views/session.view.js";
import { userView } from "./views/user.view.js";

type Part = zod.core.$ZodType;
type Shape = Readonly<Record<string, Part>>;

const VIEWS: { readonly [V in ViewName]: () => { readonly shape: Shape } } = {
  user: userView,
  session: sessionView,
  passkey: passkeyView,
  passkeyRemoval: passkeyRemovalView,
  organization: organizationView,
  me: meView,
  activeOrganization: activeOrganizationView,
  methods: methodsView,
  policy: policyView,
};

/** The schemas of the fields that a feature adds to a view. */
interface Addition {
  readonly view: ViewName;
  readonly fields: { readonly schemas: FieldSchemas };
}

/**
 * Returns the sections with replies whose schemas have the added fields, wherever they contain a
 * view. What the application answers itself stays as it has described it.
 */
export function extendReplies(
  sections: readonly DocumentedSection[],
  added: readonly Addition[],
): readonly DocumentedSection[] {
  const extend = createExtend(added);
  const extended = (route: DocumentedRoute): DocumentedRoute => {
    const { reply, isOwn } = route;
    return isOwn || typeof reply !== "function"
      ? route
      : { ...route, reply: once(() => extend(reply())) };
  };
  return sections.map((section) => ({ ...section, routes: section.routes.map(extended) }));
}

/** A schema that two replies share stays one, so that its name stands for one thing. */
function createExtend(added: readonly Addition[]) {
  const known = new Map<zod.ZodType, zod.ZodType>();

  function extend(schema: zod.ZodType): zod.ZodType {
    const before = known.get(schema);
    if (before) return before;
    const after = rebuilt(schema);
    known.set(schema, after);
    return after;
  }

  const inner = (part: Part): Part => (part instanceof z.ZodType ? extend(part) : part);

  function rebuilt(schema: zod.ZodType): zod.ZodType {
    if (schema instanceof z.ZodArray) {
      const element = inner(schema.def.element);
      return element === schema.def.element ? schema : withMeta(schema, { ...schema.def, element });
    }
    if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
      const innerType = inner(schema.def.innerType);
      return innerType === schema.def.innerType
        ? schema
        : withMeta(schema, { ...schema.def, innerType });
    }
    if (schema instanceof z.ZodObject) {
      const own: Shape = schema.shape;
      const parts = Object.entries(own).map(([name, part]) => [name, inner(part)] as const);
      const fields = added.flatMap(({ view, fields: { schemas } }) =>
        contains(own, VIEWS[view]().shape)
          ? Object.entries(schemas).map(([name, build]) => [name, build()] as const)
          : [],
      );
      return fields.length === 0 && parts.every(([name, part]) => part === own[name])
        ? schema
        : withMeta(schema, { ...schema.def, shape: Object.fromEntries([...parts, ...fields]) });
    }
    return schema;
  }

  return extend;
}

/** Whether an object shows a view: it has the view's own fields, and perhaps others besides. */
const contains = (shape: Shape, view: Shape): boolean =>
  Object.entries(view).every(([name, field]) => shape[name] === field);

/** The same schema over other parts, with its name and description. */
function withMeta<T extends zod.ZodType>(schema: T, def: T["_zod"]["def"]): T {
  const meta = z.globalRegistry.get(schema);
  const copy = z.core.clone(schema, def);
  if (meta) z.globalRegistry.add(copy, meta);
  return copy;
}
