import type { Auth, DescribedField, PermissionId, User } from "@acme/auth-core";
import { isLoopbackHost } from "@acme/auth-core/surface";
import type * as zod from "zod";
import type { FeatureRoutes } from "./feature-routes.js";
import type { DocumentedRoute, DocumentedSection } from "./kernel/route.js";
import type { Site } from "./kernel/site.js";
import { once, z } from "./kernel/zod.js";

/** What the surface reads of `auth` to show, take and tell own fields. */
type FieldsOfAuth = Pick<Auth, "userFields" | "logger">;

/** Core asks the schema of the field; here it is only described. */
const described = (
  schema: Readonly<Record<string, unknown>> = {},
  said: Readonly<Record<string, unknown>> = {},
): zod.ZodType => z.unknown().meta({ ...schema, ...said });

const titleOf = ({ title }: DescribedField) => (title === null ? {} : { title });
/** What holds while nothing is stored. A change of the profile leaves what is missing as it is. */
const defaultOf = ({ default: value }: DescribedField) =>
  value === undefined ? {} : { default: value };

/** Returns the own fields that are shown, as a feature would show its own; none without any. */
export function ownShown({
  userFields,
}: FieldsOfAuth): readonly Pick<FeatureRoutes<PermissionId, never>, "title" | "shown">[] {
  const shown = userFields.described.filter((field) => field.shown.includes("me"));
  if (shown.length === 0) return [];
  const schemas = Object.fromEntries(
    shown.map((field) => {
      const schema = once(() =>
        described(field.jsonSchemas?.output, { ...titleOf(field), ...defaultOf(field) }),
      );
      // Without a default it is missing until it is written.
      return [field.name, field.default === undefined ? once(() => schema().optional()) : schema];
    }),
  );
  const user = { schemas, show: (viewed: User) => userFields.of(viewed) };
  return [{ title: "Own fields", shown: { user } }];
}

/**
 * Returns the sections with routes that take the own fields which they accept. In development, a
 * sign-up also tells in the log of fields that it does not know. Without either, the sections are
 * the very same.
 */
export function extendBodies(
  sections: readonly DocumentedSection[],
  auth: FieldsOfAuth,
  site: Pick<Site, "serviceOrigin">,
): readonly DocumentedSection[] {
  const note = isLoopbackHost(new URL(site.serviceOrigin).hostname) ? createNote(auth) : null;

  function extended(route: DocumentedRoute): DocumentedRoute {
    const { takesFields: door, body } = route;
    if (door === undefined || typeof body !== "function") return route;
    const fields = auth.userFields.described.filter(({ accepted }) => accepted.includes(door));
    const tell = door === "sign-up" ? note : null;
    if (fields.length === 0 && tell === null) return route;
    return { ...route, body: once(() => told(withFields(body(), fields, door), tell)) };
  }

  return sections.map((section) => ({ ...section, routes: section.routes.map(extended) }));
}

function withFields(
  body: zod.ZodType,
  fields: readonly DescribedField[],
  door: DocumentedRoute["takesFields"],
): zod.ZodType {
  if (!(body instanceof z.ZodObject) || fields.length === 0) return body;
  const isChange = door === "update-user";
  const shape = fields.map((field) => {
    const said = { ...titleOf(field), ...(isChange ? {} : defaultOf(field)) };
    const schema = described(field.jsonSchemas?.input, said);
    // A change empties a field by null; a new user has nothing to empty.
    return [field.name, (isChange ? schema.nullable() : schema).optional()] as const;
  });
  return body.safeExtend(Object.fromEntries(shape));
}

/** Names the fields of a body that its schema does not know. */
type Note = (unknown: readonly string[]) => void;

function told(body: zod.ZodType, note: Note | null): zod.ZodType {
  if (!note || !(body instanceof z.ZodObject)) return body;
  const known: object = body.shape;
  return z.preprocess((input) => {
    if (typeof input === "object" && input !== null)
      note(Object.keys(input).filter((name) => !Object.hasOwn(known, name)));
    return input;
  }, body);
}

/** How many names are told, whoever sends them. */
const MAX_TOLD = 20;
const MAX_LENGTH = 64;

function createNote({ logger }: FieldsOfAuth): Note {
  const named = new Set<string>();
  return (unknown) => {
    const names = unknown.map((name) => name.slice(0, MAX_LENGTH));
    const fresh = names.filter((name) => !named.has(name)).slice(0, MAX_TOLD - named.size);
    if (fresh.length === 0) return;
    for (const name of fresh) named.add(name);
    const setting = 'userFields of createAuth, with accepted: ["sign-up"]';
    logger.warn("sign_up_fields_ignored", { fields: fresh.join(" "), setting });
  };
}
