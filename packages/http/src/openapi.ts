import type { Auth } from "@acme/auth-core";
import { sessionCookieName } from "@acme/auth-core/surface";
import type { DocumentedRoute, DocumentedSection, OperationExamples } from "./kernel/route.js";
import { loadZod } from "./kernel/zod.js";
import { introduction } from "./openapi/introduction.js";
import type { JsonSchema } from "./openapi/named-schemas.js";
import { loadExamples } from "./openapi/operation-examples.js";
import {
  aliasOf,
  type Gathered,
  GRANT_SCHEME,
  operationOf,
  SECURITY_SCHEME,
  type Shape,
  templateOf,
} from "./openapi/operations.js";
import { errorSchema, NO_EVENTS } from "./openapi/refusals.js";

/** An OpenAPI 3.1 document: JSON, ready to be written out. */
export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string }[];
  /** The sections of the surface. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** The operations, by path and by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** What the operations refer to, by name. */
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly examples: Readonly<Record<string, unknown>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

/**
 * Describes the surface as an OpenAPI 3.1 document, derived from the route table.
 * @param described What `createAuth` has returned: the name of the application, and the errors with
 * which its subscribers refuse what a route creates. Default: an application called Acme, without
 * subscribers.
 */
export async function openapiDocument(
  sections: readonly DocumentedSection[],
  serverUrl: string,
  described: Described = UNNAMED,
): Promise<OpenApiDocument> {
  return (await describeDocument(sections, serverUrl, described)).document;
}

/** What a document says of the application. */
export type Described = Pick<Auth, "appName" | "events">;

const UNNAMED: Described = { appName: "Acme", events: NO_EVENTS };

/** The name of the API of an application, for example `Acme Auth API`. */
export const apiTitle = ({ appName }: Pick<Auth, "appName">): string => `${appName} Auth API`;

/** What the document and the page say. */
export interface Description {
  readonly document: OpenApiDocument;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly shapes: ReadonlyMap<string, Shape>;
}

/** Returns the document, and what is in it for who shows it otherwise. */
export async function describeDocument(
  sections: readonly DocumentedSection[],
  serverUrl: string,
  { appName, events }: Described,
): Promise<Description> {
  await loadZod();
  const schemas: Record<string, JsonSchema> = { Error: errorSchema(sections, events) };
  const gathered = {
    named: { schemas, nameOf: new Map<string, string>() },
    errors: {},
    examples: await examplesOf(sections),
    events,
    shapes: new Map<string, Shape>(),
  };
  const document: OpenApiDocument = {
    openapi: "3.1.0",
    info: {
      title: apiTitle({ appName }),
      version: "1",
      description: introduction(serverUrl),
      license: { name: "MIT License", identifier: "MIT" },
    },
    servers: [{ url: serverUrl }],
    tags: sections.map(({ title, description }) => ({ name: title, description })),
    paths: pathsOf(sections, gathered),
    components: {
      schemas,
      examples: gathered.errors,
      securitySchemes: {
        [SECURITY_SCHEME]: sessionCookie(serverUrl),
        ...(takeGrants(sections) && { [GRANT_SCHEME]: GRANT }),
      },
    },
  };
  return { document, schemas, shapes: gathered.shapes };
}

async function examplesOf(sections: readonly DocumentedSection[]): Promise<OperationExamples> {
  const loaders = [loadExamples, ...sections.flatMap(({ examples }) => examples ?? [])];
  const loaded = await Promise.all(loaders.map((load) => load()));
  return Object.fromEntries(loaded.flatMap((examples) => Object.entries(examples)));
}

function pathsOf(
  sections: readonly DocumentedSection[],
  gathered: Gathered,
): OpenApiDocument["paths"] {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { title, routes } of sections) {
    for (const route of routes) {
      for (const [index, path] of [route.path, ...(route.aliases ?? [])].entries()) {
        const template = templateOf(path);
        const operation = operationOf(route, title, gathered);
        paths[template] = {
          ...paths[template],
          [route.method.toLowerCase()]: {
            operationId: operationIdOf(route, index),
            ...(index === 0 ? operation : aliasOf(operation, route, index)),
          },
        };
      }
    }
  }
  return paths;
}

/** Unique, also for the second and third path of a route. */
const operationIdOf = ({ operationId }: DocumentedRoute, index: number): string =>
  `${operationId}${index === 0 ? "" : `.alias${index === 1 ? "" : index}`}`;

const takeGrants = (sections: readonly DocumentedSection[]): boolean =>
  sections.some(({ routes }) => routes.some(({ grants }) => grants));

const GRANT = {
  type: "http",
  scheme: "bearer",
  description:
    "A token that was granted for programs, instead of a session cookie and never beside one. Which kinds an operation takes is its `x-grants`.",
};

const sessionCookie = (serverUrl: string) => ({
  type: "apiKey",
  in: "cookie",
  name: sessionCookieName({ secure: serverUrl.startsWith("https:") }),
  description:
    "The session cookie, which signing in sets. It is named `session` where the service speaks plain http.",
});
