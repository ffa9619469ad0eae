import { resolve } from "node:path";
import { createAuth } from "@acme/auth-core";
import { createSite, createSurface, type FeatureRoutes } from "@acme/auth-express";
import { type HttpReply, type HttpRequest, surface as base } from "@acme/auth-http";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox, createManualScheduler } from "@acme/auth-testing";
import { parseJson, recordOf } from "@acme/auth-testing/read-json";
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
    expect(ids.length).toBe(85);
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
