import { createAuth, type UserFieldOptions } from "@acme/auth-core";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { createInbox } from "@acme/auth-testing";
import { parseJson, recordOf } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { notes, notesRoutes, notesTables } from "../test/notes-feature.js";
import { textIn } from "../test/reply-body.js";
import { createHttpSurface } from "./http-surface.js";
import { loadZod } from "./kernel/zod.js";
import { openapiDocument } from "./openapi.js";
import { extendBodies } from "./own-fields.js";
import { createSite } from "./site/site.js";
import { sections } from "./surface.js";

const siteAt = (serviceUrl: string) =>
  createSite({ serviceUrl, appUrl: "https://app.example.com" });
const PUBLIC = siteAt("https://api.example.com");
const LOCAL = siteAt("http://localhost:3000");

function authWith(userFields: UserFieldOptions) {
  const told: unknown[] = [];
  const auth = createAuth({
    store: createSqliteStore(":memory:", { features: [notesTables] }),
    mailer: createInbox(),
    links: PUBLIC.links,
    secret: Buffer.alloc(32, 7).toString("base64"),
    logger: { debug() {}, info() {}, warn: (...line) => void told.push(line), error() {} },
    features: [notes],
    userFields,
  });
  return { auth, told };
}

/** The body of a sign-up at a site, after the library of schemas was loaded. */
async function signUpBody(userFields: UserFieldOptions, site = LOCAL) {
  await loadZod();
  const { auth, told } = authWith(userFields);
  const routes = extendBodies(sections, auth, site).flatMap((section) => section.routes);
  const { body } = routes.find(({ operationId }) => operationId === "password.signUp") ?? {};
  if (typeof body !== "function") throw new Error("no sign-up");
  const given = { email: "ada@example.com", password: "correct horse battery" };
  return { told, parse: (more: object) => body().parse({ ...given, ...more }) };
}

/** The schemas of the reference that a service with these fields serves. */
async function schemasWith(userFields: UserFieldOptions) {
  const { auth } = authWith(userFields);
  const reply = await createHttpSurface({ auth, site: PUBLIC, standalone: true }).answer({
    method: "GET",
    path: "/api/v1/openapi.json",
    query: "",
    peer: { ipAddress: "192.0.2.1", network: "192.0.2.1" },
    header: () => undefined,
    readBody: () => Promise.resolve(null),
  });
  if (!reply) throw new Error("no reference");
  const schema = { "properties?": recordOf("object") } as const;
  return parseJson(textIn(reply), { components: { schemas: recordOf(schema) } }).components.schemas;
}

const nickname = { schema: z.string(), accepted: ["sign-up"], shown: ["me"] } as const;

describe("own fields of users", () => {
  it("change nothing where there are none: neither what is taken nor the reference", async () => {
    const { auth } = authWith({});
    const publicly = extendBodies(sections, auth, PUBLIC).flatMap(({ routes }) => routes);
    const before = sections.flatMap(({ routes }) => routes);
    expect(publicly.every((route, index) => route === before[index])).toBe(true);
    const inDevelopment = extendBodies(sections, auth, LOCAL);
    const documents = [sections, inDevelopment].map((each) =>
      openapiDocument(each, "https://api.example.com"),
    );
    const [reference, developed] = await Promise.all(documents);
    expect(developed).toEqual(reference);
  });

  it("have their title and default in the reference", async () => {
    const size = { schema: z.enum(["s", "m"]), default: "m", title: "Size" } as const;
    const news = { schema: z.boolean(), default: false };
    const schemas = await schemasWith({
      size: { ...size, accepted: ["sign-up", "update-user"], shown: ["me"] },
      news: { ...news, accepted: ["sign-up"] },
    });
    const sized = { type: "string", enum: ["s", "m"], title: "Size" };
    expect(schemas["User"]).toMatchObject({ properties: { size: { ...sized, default: "m" } } });
    const signUp = schemas["PasswordSignUpBody"]?.properties;
    expect(signUp?.["size"]).toEqual({ ...sized, default: "m" });
    expect(signUp?.["news"]).toEqual({ type: "boolean", default: false });
    const changed = schemas["ProfileUpdateUserBody"]?.properties;
    expect(changed?.["size"]).toEqual({ anyOf: [sized, { type: "null" }] });
  });

  it("are refused at the start under a name that a feature shows", () => {
    const { auth } = authWith({ notes: nickname });
    expect(() => createHttpSurface({ auth, site: PUBLIC, features: [notesRoutes] })).toThrow(
      /adds notes to user, which has it already/,
    );
  });

  it("that no sign-up knows are told once in development, and never what they hold", async () => {
    const { told, parse } = await signUpBody({ nickname });
    expect(parse({ nickname: "ada", color: "blue" })).toMatchObject({ nickname: "ada" });
    expect(parse({ color: "red", size: 3 })).not.toHaveProperty("color");
    expect(told).toMatchObject([
      ["sign_up_fields_ignored", { fields: "color" }],
      ["sign_up_fields_ignored", { fields: "size" }],
    ]);
  });

  it("are told in no log that strangers could fill", async () => {
    const { told, parse } = await signUpBody({ nickname }, PUBLIC);
    parse({ color: "blue" });
    expect(told).toEqual([]);
    const local = await signUpBody({ nickname });
    for (let at = 0; at < 50; at++) local.parse({ [`field${at}`]: at });
    expect(local.told).toHaveLength(20);
  });
});
