import { type OrganizationId, toId, type UserId } from "@acme/auth-core";
import { readJson } from "@acme/auth-testing/read-json";
import { beforeAll, expect, it } from "vitest";
import type { Agent } from "./agent.js";
import { describeService } from "./describe-service.js";
import { idIn } from "./id-in.js";

describeService("why a user may, or may not", { databases: "one" }, (service) => {
  let owner: Agent;
  let admin: Agent;
  let organizationId: OrganizationId;

  const idOf = async (agent: Agent) => toId<UserId>(idIn(await agent.get("/api/v1/auth/me")));
  const explain = async (agent: Agent, permission: string, organization = organizationId) =>
    service.auth.accessControl.explain(await idOf(agent), permission, organization);

  beforeAll(async () => {
    owner = await service.signedIn("owner@example.com");
    organizationId = toId(idIn(await owner.post("/api/v1/organizations", { name: "Acme" })));
    await owner.post(`/api/v1/organizations/${organizationId}/invitations`, {
      email: "admin@example.com",
      role: "admin",
    });
    await service.auth.worker.runDue();
    admin = await service.signedIn("admin@example.com");
    const [invitation] = readJson((await admin.get("/api/v1/me/invitations")).body, [
      { id: "string" },
    ]);
    await admin.post("/api/v1/invitations/accept", { invitationId: invitation!.id });
  });

  it("names role, catalog entry and membership", async () => {
    expect(await explain(owner, "org:delete")).toMatchObject({
      granted: true,
      reason: "the role has it",
      entry: { owner: true, admin: false, member: false },
      membership: { organizationId, role: "owner" },
    });
    expect(await explain(admin, "org:delete")).toMatchObject({
      granted: false,
      reason: "the role lacks it",
      membership: { role: "admin" },
    });
    expect(await explain(await service.signedIn("stranger@example.com"), "org:read")).toMatchObject(
      {
        granted: false,
        reason: "no member",
        membership: null,
      },
    );
    for (const unknown of ["org:fly", "", "constructor", "__proto__"])
      expect(await explain(owner, unknown)).toMatchObject({
        granted: false,
        reason: "no such permission",
        entry: null,
      });
    expect(
      await explain(owner, "org:read", toId<OrganizationId>("0000000000000000")),
    ).toMatchObject({
      granted: false,
      reason: "no member",
    });
  });

  it("a denial that shows only under the lock is logged and audited like any other", async () => {
    const { members } = readJson(
      (await owner.get(`/api/v1/organizations/${organizationId}/members`)).body,
      { members: [{ id: "string", role: "string" }] },
    );
    const target = members.find(({ role }) => role === "owner")!.id;
    for (let times = 0; times < 3; times++) {
      const reply = await admin.send(`/api/v1/organizations/${organizationId}/members/${target}`, {
        method: "PATCH",
        body: { role: "member" },
      });
      expect(reply).toMatchObject({ status: 403, body: { code: "PERMISSION_DENIED" } });
    }
    const denied = service.logs.filter(
      ({ event, fields }) => event === "authz_fail" && fields["permission"] === "org:members:write",
    );
    expect(denied).toHaveLength(1);
    const { entries } = readJson(
      (await owner.get(`/api/v1/organizations/${organizationId}/audit`)).body,
      { entries: [{ event: "string", userId: "string", detail: "object" }] },
    );
    const admins = await idOf(admin);
    expect(
      entries.filter(({ event, userId }) => event === "permission.denied" && userId === admins),
    ).toEqual([expect.objectContaining({ detail: { permission: "org:members:write" } })]);
  });
});
