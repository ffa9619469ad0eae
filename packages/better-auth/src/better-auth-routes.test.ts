import { resolve } from "node:path";
import { createAuth } from "@acme/auth-core";
import { createSite, createSurface, type FeatureRoutes } from "@acme/auth-express";
import {
  createHttpSurface,
  type HttpReply,
  type HttpRequest,
  surface as base,
} from "@acme/auth-http";
import { fieldsOf, z } from "@acme/auth-http/routes";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox, createManualScheduler } from "@acme/auth-testing";
import { parseJson, readJson, recordOf } from "@acme/auth-testing/read-json";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { betterAuthRoutes } from "./index.js";

const TITLE = "Organizations, as the better-auth client has them";
const site = createSite({
  serviceUrl: "https://api.example.com",
  appUrl: "https://app.example.com",
});

/** An application with the surface mounted in it. */
function openApplication(features: readonly FeatureRoutes[]) {
  const auth = createAuth({
    store: createSqliteStore(":memory:"),
    mailer: createInbox(),
    links: site.links,
    secret: Buffer.alloc(32, 7).toString("base64"),
    // Nothing is counted, so that nothing needs the database.
    policy: { requestsPerClient: 0, readRequestsPerClient: 0 },
    ports: { clock: createFixedClock(), scheduler: createManualScheduler() },
  });
  const { http } = createSurface({ auth, site, features });
  const ask = (method: string, path: string) => {
    const request: HttpRequest = {
      method,
      path,
      query: "",
      peer: { ipAddress: "192.0.2.1", network: "192.0.2.1" },
      header: () => undefined,
      readBody: () => Promise.resolve(null),
    };
    return http.answer(request);
  };
  return {
    statusOf: async (method: string, path: string) => (await ask(method, path))?.status,
    reference: async () =>
      parseJson(textOf(await ask("GET", "/api/v1/openapi.json")), {
        tags: [{ name: "string" }],
        paths: recordOf(recordOf({ operationId: "string" })),
      }),
  };
}

/** The service with one user, who is signed in. */
async function openService(features: readonly FeatureRoutes[]) {
  const store = createSqliteStore(":memory:");
  await store.migrate();
  const inbox = createInbox();
  const auth = createAuth({
    store,
    mailer: inbox,
    links: site.links,
    secret: Buffer.alloc(32, 7).toString("base64"),
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    ports: { clock: createFixedClock(), scheduler: createManualScheduler() },
  });
  const breaches: string[] = [];
  const onBreach = ({ message }: Error) => void breaches.push(message);
  const surface = createHttpSurface({ auth, site, features, onBreach });
  const cookies = new Map<string, string>();
  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const bytes = body && Buffer.from(JSON.stringify(body));
    const headers: Readonly<Record<string, string | undefined>> = {
      "content-type": bytes && "application/json",
      "content-length": bytes && String(bytes.length),
      cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
      origin: "https://app.example.com",
    };
    const reply = await surface.answer({
      method,
      path,
      query: "",
      peer: { ipAddress: "192.0.2.1", network: "192.0.2.1" },
      header: (name) => headers[name],
      readBody: async () => (bytes ? { bytes } : null),
    });
    for (const cookie of reply?.cookies ?? []) {
      const [name = "", value = ""] = cookie.split(";")[0]!.split("=");
      cookies.set(name, value);
    }
    return JSON.parse(textOf(reply)) as unknown;
  }
  const email = "ada@example.com";
  await ask("POST", "/api/auth/email-otp/send-verification-otp", { email, type: "sign-in" });
  await auth.worker.runDue();
  await ask("POST", "/api/auth/sign-in/email-otp", { email, otp: inbox.codeFor(email) });
  return {
    breaches,
    call: (method: string, name: string, body?: object) =>
      ask(method, `/api/auth/organization/${name}`, body),
  };
}

function textOf(reply: HttpReply | null): string {
  if (typeof reply?.body !== "string") throw new Error("no text was answered");
  return reply.body;
}

const operationsOf = ({
  paths,
}: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId: string }>>>>;
}) => Object.values(paths).flatMap((methods) => Object.values(methods));

describe("an application with the routes of the better-auth client", () => {
  it("answers them, and shows them behind those of every application", async () => {
    const { statusOf, reference } = openApplication([betterAuthRoutes]);
    expect(await statusOf("POST", "/api/auth/organization/create")).toBe(401);
    const shown = await reference();
    expect(shown.tags.at(-1)?.name).toBe(TITLE);
    const added = operationsOf(shown).filter(({ operationId }) =>
      operationId.startsWith("betterAuth"),
    );
    expect(added.length).toBe(22);
    expect(shown.paths["/api/auth/organization/leave"]!["post"]!.operationId).toBe(
      "betterAuthMember.leave",
    );
  });
});

describe("fields that a feature adds to organizations", () => {
  const coloured: FeatureRoutes = {
    title: "Colours",
    description: "The colours of organizations.",
    shown: {
      organization: fieldsOf()({ colour: () => z.string().describe("The colour.") }).from({
        show: ({ slug }) => ({ colour: `of ${slug}` }),
      }),
    },
    routes: {},
  };

  it("stand in every answer of the better-auth client with one", async () => {
    const world = await openService([betterAuthRoutes, coloured]);
    const colour = "of acme";
    const made = await world.call("POST", "create", { name: "Acme", slug: "acme" });
    expect(made).toMatchObject({ colour, members: [{ role: "owner" }] });
    const organizationId = readJson(made, { id: "string" }).id;
    expect(await world.call("GET", "list")).toMatchObject([{ colour }]);
    expect(await world.call("GET", "get-organization")).toMatchObject({ colour });
    expect(await world.call("GET", "get-full-organization")).toMatchObject({
      colour,
      invitations: [],
    });
    const change = { organizationId, data: { name: "Acme Ltd" } };
    expect(await world.call("POST", "update", change)).toMatchObject({ colour });
    expect(await world.call("POST", "set-active", { organizationId })).toMatchObject({ colour });
    expect(await world.call("POST", "delete", { organizationId })).toMatchObject({ colour });
    expect(world.breaches).toEqual([]);
  });
});

describe("an application without them", () => {
  it("knows neither the routes nor their section", async () => {
    const { statusOf, reference } = openApplication([]);
    expect(await statusOf("POST", "/api/auth/organization/create")).toBe(404);
    expect(await statusOf("GET", "/api/auth/organization/list")).toBe(404);
    const shown = await reference();
    expect(shown.tags.map(({ name }) => name)).not.toContain(TITLE);
    const ids = base.map(({ operationId }) => operationId);
    expect(
      operationsOf(shown)
        .map(({ operationId }) => operationId)
        .filter((id) => !id.includes(".alias"))
        .toSorted(),
    ).toEqual(ids.toSorted());
    expect(ids.length).toBe(91);
  });

  it("loads none of their modules", async () => {
    const bundle = async (text: string): Promise<readonly string[]> => {
      const { metafile } = await build({
        stdin: { contents: text, resolveDir: resolve(import.meta.dirname, "..") },
        absWorkingDir: resolve(import.meta.dirname, "../../.."),
        bundle: true,
        write: false,
        metafile: true,
        platform: "node",
        format: "esm",
        conditions: ["@acme/source"],
        external: ["zod", "kysely", "better-sqlite3", "@node-rs/*", "@simplewebauthn/*", "tldts"],
        logLevel: "error",
      });
      return Object.keys(metafile.inputs).filter((path) =>
        path.startsWith("packages/better-auth/"),
      );
    };
    const mounting = 'export * from "@acme/auth-core"; export * from "@acme/auth-express";';
    expect(await bundle(mounting)).toEqual([]);
    expect(await bundle('export * from "@acme/auth-better-auth";')).toContain(
      "packages/better-auth/src/member.routes.ts",
    );
  });
});
