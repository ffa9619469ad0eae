import { type MembershipId, type OrganizationId, toId, type UserId } from "@acme/auth-core";
import { MINUTE } from "@acme/auth-core/surface";
import { type AnyRoute } from "@acme/auth-http";
import { readJson } from "@acme/auth-testing/read-json";
import { expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { describeService } from "../describe-service.js";
import { idIn } from "../id-in.js";
import { createLeaving } from "../leaving.js";
import { surface } from "../reference-surface.js";
import { ORGANIZATIONS } from "../teams.js";
import { NOTHING } from "./every-path.js";

const LIMIT = 6;
const policy = { requestsPerClient: LIMIT, readRequestsPerClient: LIMIT, writesPerUser: LIMIT };
const nameOf = ({ method, path }: AnyRoute): string => `${method} ${path}`;

const OPTIONS = { start: { policy }, databases: "one" } as const;

describeService("routes and the audit log", OPTIONS, (service) => {
  let people = 0;
  const entries = async (): Promise<number> =>
    (await service.rows()).filter(({ table }) => table === "auth_audit_entry").length;
  // All windows begin anew.
  const newWindow = (): void => service.clock.advance(MINUTE);

  /** A member of an organization who may do little there, with an export that is ready. */
  async function someone() {
    newWindow();
    const owner = await service.signedIn(`owner${++people}@example.com`);
    const { id } = readJson((await owner.post(ORGANIZATIONS, { name: "Acme" })).body, {
      id: "string",
    });
    newWindow();
    const agent = await service.signedIn(`member${people}@example.com`);
    await service.store.memberships.insertUnlessMember({
      id: service.auth.random.id<MembershipId>(),
      organizationId: toId<OrganizationId>(id),
      userId: toId<UserId>(idIn(await agent.get("/api/v1/auth/me"))),
      role: "member",
      createdAt: service.clock.now(),
    });
    const exported = await createLeaving(service).readyExport(agent);
    newWindow();
    return { agent, organizationId: id, exportId: exported.id };
  }

  /** Calls the route until a limit refuses, at most once more than any limit allows. */
  async function isRefusedInTime(agent: Agent, route: AnyRoute, path: string): Promise<boolean> {
    for (let times = 0; times <= LIMIT; times++)
      if ((await agent.send(path, { method: route.method })).status === 429) return true;
    return false;
  }

  it("each that writes an entry, and each that changes something, is limited by client or by user", async () => {
    const { agent, organizationId, exportId } = await someone();
    const unlimited: string[] = [];
    for (const route of surface) {
      newWindow();
      const email = `caller${++people}@example.com`;
      const caller = route.access === "anyone" ? service.agent() : await service.signedIn(email);
      const path = route.path.replace(":id", organizationId).replaceAll(/:\w+/g, NOTHING);
      newWindow();
      if (!(await isRefusedInTime(caller, route, path))) unlimited.push(nameOf(route));
    }
    expect(unlimited.filter((name) => !name.startsWith("GET "))).toEqual([]);
    expect(unlimited).toContain("GET /api/v1/me/export/:id");
    // What is left reads. Each is read with what it could tell, and by somebody who lacks the
    // permissions that a member does not have.
    const before = await entries();
    for (const route of surface.filter((one) => unlimited.includes(nameOf(one)))) {
      const id = route.path.includes("/export/") ? exportId : organizationId;
      await agent.get(route.path.replace(":id", id).replaceAll(/:\w+/g, NOTHING));
      expect(await entries(), nameOf(route)).toBe(before);
    }
  });
});
