import {
  type EmailAddress,
  type MembershipId,
  type OrganizationId,
  Secret,
  toId,
  type UserId,
} from "@acme/auth-core";
import { DAY } from "@acme/auth-core/surface";
import { asChecked } from "@acme/auth-testing";
import { readJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import type { Agent, Reply, Send } from "./agent.js";
import { startedService } from "./describe-service.js";
import { idIn } from "./id-in.js";
import { createLeaving, DELETION, EXPORT, PASSWORD } from "./leaving.js";
import { createMeanwhile } from "./meanwhile.js";
import {
  AUTHENTICATION_OPTIONS,
  authenticatorOn,
  LIST_PASSKEYS,
  optionsFrom,
  register,
  REGISTER_OPTIONS,
  VERIFY_REGISTRATION,
} from "./passkeys.js";
import { cheapHasher, DATABASES } from "./service.js";
import {
  ACCEPT,
  createTeams,
  DENIED,
  NO_INVITATION,
  NO_ORGANIZATION,
  ORGANIZATIONS,
  refusal,
  type Team,
} from "./teams.js";

const EMAIL = "ada@example.com";
const NEXT = "another good password";
const UNAUTHORIZED = refusal(401, "UNAUTHORIZED");

/** A request is let in, and then the world changes before it comes to its transaction. */
describe.each(DATABASES)("what changes while a request is under way, on %s", (database) => {
  let meanwhile: ReturnType<typeof createMeanwhile>;
  const service = startedService(database, {
    perTest: true,
    start() {
      meanwhile = createMeanwhile();
      return meanwhile.options;
    },
  });
  const leaving = createLeaving(service);

  const changePassword = (agent: Agent, currentPassword = PASSWORD, newPassword = NEXT) =>
    agent.post("/api/auth/change-password", { currentPassword, newPassword });
  async function resetToken(): Promise<string> {
    await service.agent().post("/api/auth/request-password-reset", { email: EMAIL });
    await leaving.deliver();
    return new URL(service.inbox.linkFor(EMAIL)).pathname.split("/").at(-1)!;
  }
  const reset = (token: string, newPassword = NEXT) =>
    service.agent().post("/api/auth/reset-password", { token, newPassword });
  async function moveTo(agent: Agent, newEmail: string): Promise<void> {
    await agent.post("/api/auth/change-email", { newEmail });
    await leaving.deliver();
    const token = new URL(service.inbox.linkFor(newEmail)).searchParams.get("token");
    expect((await agent.post("/api/auth/change-email/confirm", { token })).status).toBe(200);
  }

  describe("a sign-in by password opens no session when, while it was being compared,", () => {
    const signIn = () => leaving.signIn(EMAIL, service.agent("127.0.0.9"));
    const refused = { ...refusal(401, "INVALID_EMAIL_OR_PASSWORD"), setCookies: [] };

    it("the password was changed", async () => {
      const owner = await leaving.member(EMAIL);
      meanwhile.afterComparing(async () => expect((await changePassword(owner)).status).toBe(200));
      expect(await signIn()).toMatchObject(refused);
    });

    it("the password was reset", async () => {
      await leaving.member(EMAIL);
      const token = await resetToken();
      meanwhile.afterComparing(async () => expect((await reset(token)).status).toBe(200));
      expect(await signIn()).toMatchObject(refused);
    });

    it("the account was recovered by the owner of the mailbox", async () => {
      await leaving.signUp(EMAIL, service.agent("127.0.0.66"));
      const otp = await service.codeFor(EMAIL);
      meanwhile.afterComparing(async () =>
        expect(
          (await service.agent().post("/api/auth/email-otp/sign-in", { email: EMAIL, otp })).status,
        ).toBe(200),
      );
      expect(await signIn()).toMatchObject(refused);
    });

    it("the account was moved to another email address", async () => {
      const owner = await leaving.member(EMAIL);
      meanwhile.afterComparing(() => moveTo(owner, "grace@example.com"));
      expect(await signIn()).toMatchObject(refused);
    });
  });

  const signInWith = (password: string) =>
    service.agent().post("/api/auth/sign-in", { email: EMAIL, password });

  /** Sets the password as a release did that left the session its token. */
  async function setByEarlierRelease(agent: Agent, password: string): Promise<void> {
    const userId = toId<UserId>(idIn(await agent.get("/api/v1/auth/me")));
    service.clock.advance(1);
    const hash = await cheapHasher().hash(new Secret(password));
    const updatedAt = service.clock.now();
    await service.store.passwords.replace({ userId, hash: asChecked(hash), updatedAt });
  }

  it.each(["compared", "hashed"] as const)(
    "of two changes in one session, the first holds, and the second is of a dead token: %s",
    async (step) => {
      const owner = await leaving.member(EMAIL);
      const change = async () => expect((await changePassword(owner)).status).toBe(200);
      if (step === "hashed") meanwhile.afterHashing(change);
      else meanwhile.afterComparing(change);
      expect(await changePassword(owner, PASSWORD, "the password of the slower one")).toMatchObject(
        { ...UNAUTHORIZED, setCookies: [] },
      );
      expect((await signInWith(NEXT)).status).toBe(200);
    },
  );

  it("a password that is wrong because it was changed in this very session is of a dead token too", async () => {
    const owner = await leaving.member(EMAIL);
    meanwhile.beforeTransaction(async () => expect((await changePassword(owner)).status).toBe(200));
    expect(await changePassword(owner, "wrong password", "any other password")).toMatchObject(
      UNAUTHORIZED,
    );
  });

  it("of two changes from one password, the first holds", async () => {
    const owner = await leaving.member(EMAIL);
    meanwhile.afterHashing(() => setByEarlierRelease(owner, NEXT));
    expect(await changePassword(owner, PASSWORD, "the password of the slower one")).toMatchObject(
      refusal(400, "INVALID_PASSWORD"),
    );
    expect((await signInWith(NEXT)).status).toBe(200);
  });

  const setFirst = (agent: Agent) => agent.post("/api/v1/me/password", { newPassword: NEXT });

  it("a first password takes the place of none that was set meanwhile", async () => {
    const owner = await service.signedIn(EMAIL);
    meanwhile.afterHashing(() => setByEarlierRelease(owner, PASSWORD));
    expect(await setFirst(owner)).toMatchObject({
      ...refusal(409, "PASSWORD_ALREADY_SET"),
      setCookies: [],
    });
    expect((await signInWith(PASSWORD)).status).toBe(200);
  });

  it("the options for a passkey name no user who was erased at that moment", async () => {
    const owner = await service.signedIn(EMAIL);
    await register(owner, authenticatorOn());
    const id = toId<UserId>(idIn(await owner.get("/api/v1/auth/me")));
    meanwhile.beforeTransaction(() => service.store.users.delete(id));
    const options = await optionsFrom(owner, AUTHENTICATION_OPTIONS);
    expect({ allowCredentials: [], ...options }).toMatchObject({ allowCredentials: [] });
  });

  describe("an ended session", () => {
    /** A user whose session another browser ends. */
    async function twoBrowsers() {
      const [thief, owner] = [await leaving.member(EMAIL), service.agent()];
      expect((await leaving.signIn(EMAIL, owner)).status).toBe(200);
      return {
        thief,
        owner,
        end: async () =>
          expect((await owner.post("/api/auth/revoke-other-sessions")).status).toBe(200),
      };
    }

    it("changes no password", async () => {
      const { thief, owner, end } = await twoBrowsers();
      meanwhile.afterHashing(end);
      expect(await changePassword(thief)).toMatchObject(UNAUTHORIZED);
      expect((await owner.get("/api/v1/auth/me")).status).toBe(200);
      expect((await leaving.signIn(EMAIL)).status).toBe(200);
    });

    it("sets no first password", async () => {
      const [thief, owner] = [await service.signedIn(EMAIL), await service.signedIn(EMAIL)];
      meanwhile.afterHashing(async () =>
        expect((await owner.post("/api/auth/revoke-other-sessions")).status).toBe(200),
      );
      expect(await setFirst(thief)).toMatchObject({ ...UNAUTHORIZED, setCookies: [] });
      expect((await signInWith(NEXT)).status).toBe(401);
    });

    it("deletes no account", async () => {
      const { thief, owner, end } = await twoBrowsers();
      meanwhile.afterComparing(end);
      expect(await thief.post(DELETION, { password: PASSWORD })).toMatchObject(UNAUTHORIZED);
      expect(await leaving.pendingOf(owner)).toBeNull();
    });

    it("exports no data", async () => {
      const { thief, owner, end } = await twoBrowsers();
      meanwhile.beforeTransaction(end);
      expect(await thief.post(EXPORT)).toMatchObject(UNAUTHORIZED);
      const { id } = readJson((await owner.get("/api/v1/auth/me")).body, { id: "string" });
      expect(await service.store.exportRequests.findPending(toId(id))).toBeNull();
    });

    it("mails no link that changes the email address", async () => {
      const { thief, end } = await twoBrowsers();
      meanwhile.beforeTransaction(end);
      expect(
        await thief.post("/api/auth/change-email", { newEmail: "mallory@example.com" }),
      ).toMatchObject(UNAUTHORIZED);
      await leaving.deliver();
      expect(leaving.subjectsTo("mallory@example.com")).toEqual([]);
    });

    it("adds no passkey, at either step", async () => {
      const { thief, owner, end } = await twoBrowsers();
      const response = authenticatorOn().create(await optionsFrom(thief, REGISTER_OPTIONS));
      meanwhile.beforeTransaction(end);
      expect(await thief.post(VERIFY_REGISTRATION, { response })).toMatchObject(UNAUTHORIZED);
      expect((await owner.get(LIST_PASSKEYS)).body).toEqual([]);
      expect((await leaving.signIn(EMAIL, thief)).status).toBe(200);
      meanwhile.beforeTransaction(end);
      expect(await thief.post(REGISTER_OPTIONS)).toMatchObject(UNAUTHORIZED);
    });
  });

  it("a link verifies no email address that the account has left", async () => {
    const owner = await leaving.signUp(EMAIL);
    const token = new URL(service.inbox.linkFor(EMAIL)).searchParams.get("token");
    const id = toId<UserId>(idIn(await owner.get("/api/v1/auth/me")));
    meanwhile.beforeTransaction(() =>
      service.store.users.changeEmail(
        id,
        asChecked<EmailAddress>("grace@example.com"),
        service.clock.now(),
      ),
    );
    expect(await service.agent().post("/api/v1/auth/verify-email", { token })).toMatchObject(
      refusal(422, "INVALID_TOKEN"),
    );
  });

  it("no account is deleted by a password that was changed while it was compared", async () => {
    const owner = await leaving.member(EMAIL);
    meanwhile.afterComparing(() => setByEarlierRelease(owner, NEXT));
    expect(await owner.post(DELETION, { password: PASSWORD })).toMatchObject(
      refusal(400, "INVALID_PASSWORD"),
    );
    expect(await leaving.pendingOf(owner)).toBeNull();
  });

  it.each([
    ["without one", undefined],
    ["with that one", { password: NEXT }],
  ])(
    "no account is deleted without the password that was set meanwhile, asked for %s",
    async (_how, body) => {
      const owner = await service.signedIn(EMAIL);
      const token = await resetToken();
      meanwhile.beforeTransaction(async () => expect((await reset(token)).status).toBe(200));
      expect(await owner.send(DELETION, { method: "POST", body })).toMatchObject(
        refusal(400, "INVALID_PASSWORD"),
      );
      await owner.post("/api/auth/sign-in", { email: EMAIL, password: NEXT });
      expect(await leaving.pendingOf(owner)).toBeNull();
    },
  );

  it("no account without a password is deleted by a session that ended meanwhile", async () => {
    const [thief, owner] = [await service.signedIn(EMAIL), await service.signedIn(EMAIL)];
    meanwhile.beforeTransaction(async () =>
      expect((await owner.post("/api/auth/revoke-other-sessions")).status).toBe(200),
    );
    expect(await thief.send(DELETION, { method: "POST" })).toMatchObject(UNAUTHORIZED);
    expect(await leaving.pendingOf(owner)).toBeNull();
  });

  it("no account is deleted that a server whose clock is behind has kept in between", async () => {
    await leaving.askDeletion(await leaving.member(EMAIL));
    service.clock.advance(30 * DAY);
    const owner = service.agent();
    await leaving.signIn(EMAIL, owner);
    meanwhile.beforeTransaction(async () => {
      service.clock.advance(-1);
      expect((await leaving.cancel(owner)).status).toBe(204);
      service.clock.advance(1);
    });
    await leaving.deliver();
    expect(await leaving.isSignedIn(owner)).toBe(true);
    expect(leaving.subjectsTo(EMAIL)).not.toContainEqual(expect.stringContaining("was deleted"));
  });

  it("no account is deleted that a co-owner leaves the organization to at that moment", async () => {
    const owner = await leaving.member(EMAIL);
    const id = toId<OrganizationId>(idIn(await owner.post(ORGANIZATIONS, { name: "Acme" })));
    const other = await createTeams(service).person();
    const membership = {
      id: service.auth.random.id<MembershipId>(),
      organizationId: id,
      userId: toId<UserId>(other.userId),
      createdAt: service.clock.now(),
    };
    await service.store.memberships.insertUnlessMember({ ...membership, role: "owner" });
    const { requestId } = await leaving.askDeletion(owner);
    service.clock.advance(30 * DAY);
    let start = () => {};
    const started = new Promise<void>((resolve) => (start = resolve));
    // Beside the transaction, not within it: the guard of the store tells them apart by where the
    // work was called.
    const worked = started.then(() => leaving.deliver());
    await service.store.transaction(async (tx) => {
      await tx.organizations.lock(id);
      await tx.memberships.delete(id, membership.id);
      start();
      for (let times = 0; times < 100; times++)
        await tx.users.findByEmail(asChecked<EmailAddress>(EMAIL));
    });
    await worked;
    expect(await leaving.storedDeletion(requestId)).toMatchObject({ status: "rejected" });
  });

  it("an invitation is not accepted by an account that was moved to another email address", async () => {
    const teams = createTeams(service);
    const host = await teams.person();
    const { id } = await teams.found(host);
    const { id: invitationId } = await teams.invite(host, id, { email: EMAIL, role: "admin" });
    const { agent, userId } = await teams.personWith(EMAIL);
    meanwhile.beforeTransaction(() => moveTo(agent, "grace@example.com"));
    expect(await agent.post(ACCEPT, { invitationId })).toMatchObject(NO_INVITATION);
    expect((await agent.get(`${ORGANIZATIONS}/${id}`)).status).toBe(404);
    expect((await service.findUser("grace@example.com"))?.id).toBe(userId);
  });

  describe("an admin changes an organization no more when, in between,", () => {
    async function rename(befall: (own: Team) => Promise<Reply>, refused: object): Promise<void> {
      const own = await createTeams(service).team();
      meanwhile.beforeTransaction(() => befall(own));
      expect(
        await own.people.admin.agent.send(own.path, {
          method: "PATCH",
          body: { name: "Mine now" },
        }),
      ).toMatchObject(refused);
      expect((await own.people.owner.agent.get(own.path)).body).toMatchObject({
        name: own.organization.name,
      });
    }
    const toAdmin = ({ people, path, memberIds }: Team, change: Send) =>
      people.owner.agent.send(`${path}/members/${memberIds.admin}`, change);

    it("they became a member", () =>
      rename((own) => toAdmin(own, { method: "PATCH", body: { role: "member" } }), DENIED));
    it("they were removed", () =>
      rename((own) => toAdmin(own, { method: "DELETE" }), NO_ORGANIZATION));
  });
});
