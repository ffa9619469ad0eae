import {
  createAuth,
  defineErrors,
  defineFeature,
  type PermissionId,
  Secret,
  type Withholding,
} from "@acme/auth-core";
import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import {
  createFixedClock,
  createInbox,
  createManualScheduler,
  createSeededRandom,
} from "@acme/auth-testing";
import { parseJson, recordOf } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import { textIn } from "../test/reply-body.js";
import type { FeatureRoutes } from "./feature-routes.js";
import { createHttpSurface } from "./http-surface.js";
import type { HttpReply } from "./kernel/http-message.js";
import { route } from "./kernel/route.js";
import { z } from "./kernel/zod.js";
import { createSite } from "./site/site.js";

const site = createSite({
  serviceUrl: "https://api.example.com",
  appUrl: "https://app.example.com",
});
const errors = defineErrors({ TOLL_DUE: { kind: "forbidden", message: "Pay the toll first." } });
const REPLY = { tollDue: true };
const COOKIE = "__Host-pending-toll=ticket; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax";
const CLEARED = "__Host-pending-toll=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax";

const payLater = route({
  method: "DELETE",
  path: "/api/v1/auth/toll",
  summary: "Pay later",
  description: "End the sign-in that waits.",
  access: "anyone",
  limit: "none",
  status: 204,
  returns: "Nothing.",
  reply: () => z.null(),
  refuses: [],
  handle: async ({ request }) => ({
    body: null,
    ...(request.header("cookie")?.includes("pending-toll") && {
      endedContinuations: ["pending-toll"],
    }),
  }),
});
const tollRoutes: FeatureRoutes<PermissionId, never> = {
  title: "Toll",
  description: "What is paid before a session.",
  withheldReply: () => z.strictObject({ tollDue: z.literal(true) }).meta({ id: "TollDue" }),
  atSignOut: payLater,
  routes: { toll: { payLater } },
};

/** A service whose gate withholds every sign-in. */
async function openWorld(reply: Pick<Withholding, "reply">, features = [tollRoutes]) {
  const store = createSqliteStore(":memory:");
  await store.migrate();
  const inbox = createInbox();
  const ask = async (): Promise<Withholding> => ({
    error: errors.TOLL_DUE,
    cookie: { value: new Secret("ticket"), lifetime: 60_000 },
    ...reply,
  });
  const toll = defineFeature({
    name: "toll",
    errors,
    signIn: {
      gate: { refuses: [errors.TOLL_DUE], cookie: "pending-toll", create: () => ({ ask }) },
    },
  });
  const auth = createAuth({
    store,
    mailer: inbox,
    links: site.links,
    secret: Buffer.alloc(32, 7).toString("base64"),
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    features: [toll],
    ports: {
      clock: createFixedClock(),
      random: createSeededRandom(),
      scheduler: createManualScheduler(),
    },
  });
  const surface = createHttpSurface<PermissionId, never>({
    auth: auth as never,
    site,
    standalone: true,
    features,
    onBreach: ({ message }) => {
      throw new Error(message);
    },
  });
  async function send(path: string, body: object | null, cookie?: string): Promise<HttpReply> {
    const bytes = body && new TextEncoder().encode(JSON.stringify(body));
    const headers: Record<string, string | undefined> = {
      origin: "https://app.example.com",
      cookie,
      ...(bytes && { "content-type": "application/json", "content-length": `${bytes.length}` }),
    };
    return (await surface.answer({
      method: body ? "POST" : "GET",
      path,
      query: "",
      peer: { ipAddress: "192.0.2.1", network: "192.0.2.1" },
      header: (name) => headers[name],
      readBody: async () => (bytes ? { bytes } : null),
    }))!;
  }
  async function signIn(path: string): Promise<HttpReply> {
    const email = "ada@example.com";
    await send("/api/auth/email-otp/send-verification-otp", { email, type: "sign-in" });
    await auth.worker.runDue();
    return send(path, { email, otp: inbox.codeFor(email) });
  }
  return { ask: send, signIn };
}

describe("a sign-in that a gate withholds with a reply", () => {
  it("is answered with it at the path whose contract calls it a success", async () => {
    const { signIn } = await openWorld({ reply: REPLY });
    const reply = await signIn("/api/auth/sign-in/email-otp");
    expect([reply.status, JSON.parse(textIn(reply)), reply.cookies]).toEqual([
      200,
      REPLY,
      [COOKIE],
    ]);
  });

  it("is refused at the other paths of the same route", async () => {
    const { signIn } = await openWorld({ reply: REPLY });
    const reply = await signIn("/api/auth/email-otp/sign-in");
    expect([reply.status, reply.cookies]).toEqual([403, [COOKIE]]);
    expect(textIn(reply)).toContain("TOLL_DUE");
  });

  it("is refused everywhere where the gate has none", async () => {
    const { signIn } = await openWorld({});
    expect((await signIn("/api/auth/sign-in/email-otp")).status).toBe(403);
  });

  it("stands in the reference with the feature only", async () => {
    const document = { paths: recordOf({ "post?": "object" }) } as const;
    for (const [features, isThere] of [
      [[tollRoutes], true],
      [[], false],
    ] as const) {
      const { ask } = await openWorld({}, [...features]);
      const text = textIn(await ask("/api/v1/openapi.json", null));
      expect(text.includes("TollDue")).toBe(isThere);
      const { paths } = parseJson(text, document);
      const operation = JSON.stringify(paths["/api/auth/sign-in/email"]);
      expect(operation.includes("Of a withheld sign-in, at")).toBe(isThere);
    }
  });
});

describe("a sign-out", () => {
  it("ends what features have begun in the browser, and clears its cookie", async () => {
    const { ask } = await openWorld({});
    const { cookies } = await ask("/api/auth/sign-out", {}, "__Host-pending-toll=ticket");
    expect(cookies).toContain(CLEARED);
    expect((await ask("/api/auth/sign-out", {})).cookies).not.toContain(CLEARED);
  });
});
