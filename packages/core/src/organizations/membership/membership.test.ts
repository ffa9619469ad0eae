import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import { createFixedClock, createInbox } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { createTestAuth, nobody, signInByCode } from "../../../test/worlds.js";
import type { Caller } from "../../account/session/caller-store.js";
import { DAY } from "../../kernel/duration.js";
import { type EmailAddress, parseEmailAddress } from "../../kernel/email-address.js";
import { type MembershipId, toId } from "../../kernel/ids.js";
import type { Role } from "../../kernel/role.js";
import { silentLogger } from "../../platform/console-logger.js";
import type { CorePermission } from "../access-control/permissions.js";
import type { MemberPosition } from "./membership-store.js";
import type { MemberPage } from "./read-members.procedure.js";

const addressOf = (name: string): EmailAddress => parseEmailAddress(`${name}@example.com`)!;
const input = (slug: string) => ({ name: slug, slug, logo: null, metadata: {} });

/** An organization of Ada's, who is its owner, with Alan as admin and Mary as member. */
async function openWorld() {
  const store = await openMemoryStore();
  const [clock, inbox] = [createFixedClock(), createInbox()];
  const warnings: string[] = [];
  const auth = createTestAuth({
    store,
    mailer: inbox,
    policy: { organizationsPerUser: 2 },
    ports: { clock },
    logger: { ...silentLogger, warn: (event) => void warnings.push(event) },
  });
  async function signIn(name: string): Promise<Caller> {
    return (await signInByCode({ auth, inbox }, addressOf(name))).caller;
  }
  const [ada, alan, mary] = [await signIn("ada"), await signIn("alan"), await signIn("mary")];
  const { organization } = await auth.organizations.create(ada, input("acme"), nobody);
  const organizationId = organization.id;
  const ids: Record<string, MembershipId> = {};
  for (const [caller, role] of [
    [alan, "admin"],
    [mary, "member"],
  ] as const) {
    const id = auth.random.id<MembershipId>();
    ids[role] = id;
    const member = { id, organizationId, userId: caller.user.id, role, createdAt: clock.now() };
    await store.memberships.insertUnlessMember(member);
  }
  const grant = <P extends CorePermission>(caller: Caller, permission: P) =>
    auth.accessControl.authorizeIn(caller, { organizationId, permission }, nobody);
  const changeRole = async (role: Role) =>
    auth.memberships.changeRole(
      await grant(ada, "org:members:write"),
      { memberId: ids["member"]!, role },
      nobody,
    );
  async function subjectsTo(name: string): Promise<readonly string[]> {
    await auth.worker.runDue();
    return inbox.mails.filter(({ to }) => to === addressOf(name)).map(({ subject }) => subject);
  }
  return {
    store,
    auth,
    inbox,
    clock,
    warnings,
    grant,
    changeRole,
    subjectsTo,
    ada,
    alan,
    mary,
    ids,
    organizationId,
  };
}

it("owners are told when an owner is made or unmade, and of no other role", async () => {
  const { changeRole, subjectsTo } = await openWorld();
  const before = await subjectsTo("ada");
  await changeRole("admin");
  await changeRole("member");
  expect(await subjectsTo("ada")).toEqual(before);
  await changeRole("owner");
  expect(await subjectsTo("ada")).toHaveLength(before.length + 1);
  await changeRole("member");
  expect(await subjectsTo("ada")).toHaveLength(before.length + 2);
});

it("a member leaves in a session that is not fresh, and no owner is told", async () => {
  const { auth, clock, mary, organizationId, subjectsTo } = await openWorld();
  const before = await subjectsTo("ada");
  clock.advance(DAY);
  await auth.memberships.leave(mary, organizationId, nobody);
  expect(await auth.organizations.list(mary)).toEqual([]);
  expect(await subjectsTo("ada")).toEqual(before);
});

it("a page that holds the last member names no next one", async () => {
  const { auth, ada, grant } = await openWorld();
  const page = async (limit: number) => {
    const granted = await grant(ada, "org:members:read");
    const { members, next } = await auth.memberships.list(granted, { after: null, limit });
    return [members.length, next !== null];
  };
  expect([await page(2), await page(3), await page(4)]).toEqual([
    [2, true],
    [3, false],
    [3, false],
  ]);
});

it("those are listed whose name or email address begins as asked, in whichever case, page by page", async () => {
  const { auth, ada, alan, grant } = await openWorld();
  const granted = await grant(ada, "org:members:read");
  const found = async (prefix: string | null, limit = 10) => {
    const emails: string[] = [];
    for (let after: MemberPosition | null = null; ;) {
      const page: MemberPage = await auth.memberships.list(granted, { prefix, after, limit });
      emails.push(...page.members.map(({ user }) => user.email));
      after = page.next;
      if (after === null) return emails;
    }
  };
  const all = await found(null);
  const [first, second, third] = ["ada", "alan", "mary"].map(addressOf);
  expect(all.toSorted()).toEqual([first, second, third]);
  expect(await found(" AL ")).toEqual([second]);
  expect(await found("mary@EXAMPLE.com")).toEqual([third]);
  await auth.profiles.update(alan, { name: "Élodie Ünal" }, nobody);
  for (const typed of ["élodie ü", "ÉLODIE Ünal", "Élodie"])
    expect(await found(typed)).toEqual([second]);
  for (const member of [ada, alan]) await auth.profiles.update(member, { name: "Nora N." }, nobody);
  expect((await found("nora", 1)).toSorted()).toEqual([first, second]);
  expect(await found("nora n%")).toEqual([]);
});

it.each(["a", "", " a ", "ab\0"])("no members are searched by %j", async (prefix) => {
  const { auth, ada, grant } = await openWorld();
  const granted = await grant(ada, "org:members:read");
  await expect(
    auth.memberships.list(granted, { prefix, after: null, limit: 10 }),
  ).rejects.toMatchObject({ code: "VALIDATION_ERROR", issues: [{ path: "prefix" }] });
});

it("what a role no longer permits is refused when it is done, and noted as a denial; no other refusal is", async () => {
  const { store, auth, alan, grant, ids, organizationId, warnings } = await openWorld();
  const write = await grant(alan, "org:members:write");
  const unknown = toId<MembershipId>("01890000-0000-7000-8000-000000000000");
  await expect(auth.memberships.remove(write, unknown, nobody)).rejects.toMatchObject({
    kind: "not_found",
  });
  expect(warnings).toEqual([]);
  await store.memberships.changeRole(organizationId, ids["admin"]!, "member");
  await expect(auth.memberships.remove(write, ids["member"]!, nobody)).rejects.toMatchObject({
    code: "PERMISSION_DENIED",
  });
  expect(warnings).toEqual(["authz_fail"]);
});

it("an admin who has become a member meanwhile changes nothing of the organization", async () => {
  const { store, auth, ada, alan, grant, ids, organizationId } = await openWorld();
  const granted = await grant(alan, "org:update");
  await store.memberships.changeRole(organizationId, ids["admin"]!, "member");
  await expect(
    auth.organizations.update(granted, { name: "Taken over" }, nobody),
  ).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  expect(await auth.organizations.list(ada)).toMatchObject([{ organization: { name: "acme" } }]);
});

it("a user has as many organizations as the policy says, and none once they are gone", async () => {
  const { store, auth, ada } = await openWorld();
  await auth.organizations.create(ada, input("second"), nobody);
  await expect(auth.organizations.create(ada, input("third"), nobody)).rejects.toMatchObject({
    code: "LIMIT_REACHED",
  });
  await store.users.delete(ada.user.id);
  await expect(auth.organizations.create(ada, input("fourth"), nobody)).rejects.toMatchObject({
    code: "UNAUTHORIZED",
  });
});

it("the remaining owners are told when an owner is removed, and of no other removal", async () => {
  const { auth, ada, grant, changeRole, subjectsTo, ids } = await openWorld();
  const remove = async (id: MembershipId) =>
    auth.memberships.remove(await grant(ada, "org:members:write"), id, nobody);
  await changeRole("owner");
  const before = await subjectsTo("ada");
  await remove(ids["admin"]!);
  expect(await subjectsTo("ada")).toEqual(before);
  await remove(ids["member"]!);
  expect(await subjectsTo("ada")).toHaveLength(before.length + 1);
});

it("a member reads who gave them another role, and who removed them", async () => {
  const { auth, ada, grant, changeRole, inbox, ids } = await openWorld();
  const lastToMary = async (): Promise<string> => {
    await auth.worker.runDue();
    return inbox.last("mary@example.com").text;
  };
  await changeRole("admin");
  expect(await lastToMary()).toContain("ada@example.com");
  const write = await grant(ada, "org:members:write");
  await auth.memberships.remove(write, ids["member"]!, nobody);
  expect(await lastToMary()).toContain("ada@example.com");
});

it("a transfer of ownership is told to the new owner and to the one before, each in one mail", async () => {
  const { auth, ada, grant, subjectsTo, ids } = await openWorld();
  const before = { ada: await subjectsTo("ada"), mary: await subjectsTo("mary") };
  const granted = auth.accessControl.requireFresh(await grant(ada, "org:ownership:transfer"));
  await auth.memberships.transferOwnership(granted, ids["member"]!, nobody);
  expect(await subjectsTo("mary")).toHaveLength(before.mary.length + 1);
  expect(await subjectsTo("ada")).toHaveLength(before.ada.length + 1);
});
