import { declaredRefusals, ownRefusals } from "../kernel/refusals.js";
import {
  type DocumentedRoute,
  type DocumentedSection,
  isFreshAccess,
  permissionAccessOf,
  stepUpOf,
} from "../kernel/route.js";
import type { JsonSchema } from "../openapi/named-schemas.js";
import type { Shape } from "../openapi/operations.js";
import { type Html, html } from "./html.js";

/**
 * Returns the access of a route as words for the documentation, for example
 * `fresh session, org:delete`.
 */
export const accessText = ({ access }: Pick<DocumentedRoute, "access">): string =>
  [access === "anyone" ? access : sessionText(access), stepUpText(access)]
    .filter((part) => part !== "")
    .join(", ");

function sessionText(access: DocumentedRoute["access"]): string {
  const permission = permissionAccessOf(access)?.permission;
  if (!isFreshAccess(access)) return permission ?? "session";
  return permission === undefined ? "fresh session" : `fresh session, ${permission}`;
}

function stepUpText(access: DocumentedRoute["access"]): string {
  const { proved, factors, within } = stepUpOf(access) ?? {};
  return [
    ...(factors === undefined ? [] : [`${factors} factors`]),
    ...(within === undefined ? [] : [`within ${within}`]),
    ...(proved ? ["proved"] : []),
  ].join(", ");
}

/** What the page says besides the routes: the named schemas, and those of each operation. */
export interface Shown {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly shapes: ReadonlyMap<string, Shape>;
}

/**
 * The surface as a page to read: its contents, what the route table says section by section, and
 * the schemas.
 */
export const describeSurface = (
  sections: readonly DocumentedSection[],
  { schemas, shapes }: Shown,
): Html =>
  html`<p>
      The same as an <a href="/api/v1/openapi.json">OpenAPI 3.1 document</a>. Refusals that every
      route shares are left out here.
    </p>
    <nav aria-label="Contents">
      <ul>
        ${[...sections.map(({ title }) => title), SCHEMAS].map(
          (title) => html`<li><a href="#${anchorOf(title)}">${title}</a></li>`,
        )}
      </ul>
    </nav>
    ${sections.map((section) => describeSection(section, shapes))}
    <h2 id="${anchorOf(SCHEMAS)}">${SCHEMAS}</h2>
    ${Object.entries(schemas).map(([name, schema]) => describeSchema(name, schema))}`;

const SCHEMAS = "Schemas";

const anchorOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z]+/g, "-");

const describeSection = (
  { title, description, routes }: DocumentedSection,
  shapes: Shown["shapes"],
): Html =>
  html`<h2 id="${anchorOf(title)}">${title}</h2>
    <p>${description}</p>
    <table>
      <thead>
        <tr>
          <th>Route</th>
          <th>For</th>
          <th>What it does</th>
        </tr>
      </thead>
      <tbody>
        ${routes.map((route) => describeRoute(route, shapes.get(route.operationId) ?? {}))}
      </tbody>
    </table>`;

function describeRoute(route: DocumentedRoute, { body, reply }: Shape): Html {
  const paths = [route.path, ...(route.aliases ?? [])].map(
    (path) => html`<code>${route.method} ${path}</code><br />`,
  );
  const codes = [...declaredRefusals(route), ...ownRefusals(route).map(({ code }) => code)];
  const refusals = codes.map((code) => html` <code>${code}</code>`);
  const shape = [
    ...(body ? [html`<br />Takes ${typeText(body)}.`] : []),
    ...(reply ? [html`<br />Answers ${typeText(reply)}.`] : []),
  ];
  return html`<tr id="${route.operationId}">
    <td>${paths}</td>
    <td>${accessText(route)}</td>
    <td><b>${route.summary}</b><br />${route.description}${refusals}${shape}</td>
  </tr>`;
}

const describeSchema = (name: string, schema: JsonSchema): Html =>
  html`<h3 id="${name}">${name}</h3>
    <p>${schema.description ?? ""}</p>
    <table>
      <tbody>
        ${fieldsOf(schema).map(
          ([field, type]) =>
            html`<tr>
              <td><code>${field}</code></td>
              <td>${typeText(type)}</td>
              <td>${type.description ?? ""}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;

/** The fields of an object, or of every kind of object that it may be. */
const fieldsOf = ({ properties = {}, anyOf = [] }: JsonSchema): readonly [string, JsonSchema][] => [
  ...Object.entries(properties),
  ...anyOf.flatMap(fieldsOf),
];

/** The type of a field in words, named schemas as links. */
function typeText({ $ref, anyOf, items, type, enum: values, ...rest }: JsonSchema): Html {
  const name = $ref?.split("/").at(-1);
  if (name !== undefined) return html`<a href="#${name}"><code>${name}</code></a>`;
  if (anyOf) return html`${joined(anyOf.map(typeText))}`;
  if (items) return html`a list of ${typeText(items)}`;
  if (values) return joined(values.map((value) => html`<code>${JSON.stringify(value)}</code>`));
  if ("const" in rest) return html`<code>${JSON.stringify(rest["const"])}</code>`;
  return html`${[type ?? "anything"].flat().join(" or ")}`;
}

const joined = (parts: readonly Html[]): Html =>
  html`${parts.map((part, index) => (index === 0 ? part : html` or ${part}`))}`;
