import { createAuth, defineFeature, type GrantCaller } from "@acme/auth-core";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox, createManualScheduler } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { createHandler, createSite, guards } from "./index.js";

const SERVICE = "http://localhost:3000";
const site = createSite({ serviceUrl: SERVICE, appUrl: "http://localhost:3004" });

const build = {
  user: null,
  serviceAccount: { id: "account-1", name: "Build" },
  membership: {
    organization: {
      id: "0197a0c0-0000-7000-8000-000000000001" as never,
      name: "Acme",
      slug: "a",
      requireSecondFactor: false,
    },
    role: "member",
  },
  by: { kind: "service", id: "key-1", permissions: ["billing:read"], client: null },
} satisfies GrantCaller;
const keys = defineFeature({
  name: "tickets",
  signIn: {
    authenticators: [
      {
        prefix: "key_",
        kinds: { service: "any" },
        create: () => ({ kindOf: () => "service", find: () => Promise.resolve(build) }),
      },
    ],
  },
});

async function openGuards() {
  const auth = createAuth({
    store: await openMemoryStore(),
    mailer: createInbox(),
    links: site.links,
    secret: Buffer.alloc(32, 7).toString("base64"),
    features: [keys],
    ports: { clock: createFixedClock(), scheduler: createManualScheduler() },
  });
  return guards(createHandler({ auth, site, peerOf: () => null }));
}

const request = (headers: Readonly<Record<string, string>> = {}): Request =>
  new Request(`${SERVICE}/reports`, { headers: { authorization: "Bearer key_x", ...headers } });

describe("guards for fetch and tokens", () => {
  it("admit a grant by option, with what role and grant both have", async () => {
    const { requirePermission, requireGrant } = await openGuards();
    const taking = requirePermission("billing:read", { grants: "any" })(
      (_request, { caller, granted }) => Response.json({ caller, in: granted?.organizationId }),
    );
    const answer = await taking(request());
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await answer.json()).toEqual({
      caller: {
        user: null,
        serviceAccount: { id: "account-1", name: "Build" },
        membership: {
          organization: { id: build.membership.organization.id, name: "Acme", slug: "a" },
          role: "member",
        },
        permissions: ["billing:read"],
        by: { kind: "service", id: "key-1", client: null },
      },
      in: build.membership.organization.id,
    });
    const only = requireGrant({ permission: "org:read" })(() => Response.json({}));
    expect((await only(request())).status).toBe(403);
    expect((await only(new Request(`${SERVICE}/reports`))).status).toBe(401);
  });

  it("admit none without it, and none beside a session cookie", async () => {
    const { requirePermission, requireSession, requireGrant, readSession, identify } =
      await openGuards();
    const answer = () => Response.json({});
    for (const route of [
      requireSession(answer),
      requirePermission("billing:read")(answer),
      requirePermission("billing:read", { grants: "user" })(answer),
      requireGrant({ kinds: ["personal"] })(answer),
    ])
      expect(await (await route(request())).json()).toMatchObject({ code: "GRANT_NOT_ALLOWED" });
    const both = request({ cookie: "session=x" });
    expect(await (await requireGrant()(answer)(both)).json()).toMatchObject({
      code: "CARRIER_CONFLICT",
    });
    expect(await readSession(both)).toMatchObject({ caller: null });
    const upgrade = identify(request().headers, { origin: "any" });
    await expect(upgrade).rejects.toMatchObject({ code: "GRANT_NOT_ALLOWED" });
  });
});
