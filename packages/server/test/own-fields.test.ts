import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { AuthError, defineErrors, on, parseEmailAddress, toId, type UserId } from "@acme/auth-core";
import { keysOf } from "@acme/auth-testing/keys-of";
import { arrayContaining } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Agent, Reply } from "./agent.js";
import { describeService } from "./describe-service.js";
import { idIn } from "./id-in.js";
import { createLeaving } from "./leaving.js";

const errors = defineErrors({
  NICKNAME_RESERVED: { kind: "forbidden", message: "This nickname is reserved." },
});
const operator = "jane@sales: 4711";
const PASSWORD = "correct horse battery";
const ME = "/api/v1/auth/me";
const UPDATE = "/api/auth/update-user";
const both = ["sign-up", "update-user"] as const;

const start = {
  errors,
  userFields: {
    nickname: { schema: z.string().min(2).max(9_000), accepted: both, shown: ["me"] },
    seats: { schema: z.int().min(1), accepted: ["update-user"], shown: ["me"] },
    plan: { schema: z.enum(["free", "team"]), default: "free", shown: ["me"] },
    risk: { schema: z.number() },
  },
  subscribers: [
    on("user.created", {
      async within(_tx, { created }) {
        if (created.fields?.["nickname"] === "root") throw new AuthError(errors.NICKNAME_RESERVED);
      },
    }),
  ],
} as const;

describeService("own fields of users", { start }, (service) => {
  let people = 0;
  const newEmail = () => `own${++people}@example.com`;
  const signUp = async (more: object, email = newEmail()) => {
    const agent = service.agent();
    const reply = await agent.post("/api/auth/sign-up", { email, password: PASSWORD, ...more });
    return { agent, email, reply };
  };
  const ownIn = (reply: Reply) => {
    const { nickname, seats, plan, ...rest } = reply.body as Record<string, unknown>;
    return { own: { nickname, seats, plan }, rest };
  };
  const ownOf = async (agent: Agent) => ownIn(await agent.get(ME)).own;
  const idOf = async (agent: Agent) => toId<UserId>(idIn(await agent.get(ME)));

  describe("at sign-up", () => {
    it("are taken where they are accepted there, and shown wherever the user is", async () => {
      const { agent, reply } = await signUp({ nickname: "ada", seats: 3, risk: 1 });
      expect(reply.body).toMatchObject({ user: { nickname: "ada", plan: "free" } });
      expect(keysOf((reply.body as { user: object }).user)).not.toContain("risk");
      expect(await ownOf(agent)).toEqual({ nickname: "ada", seats: undefined, plan: "free" });
      expect((await agent.get(ME)).body).not.toHaveProperty("risk");
      expect((await agent.get("/api/auth/get-session")).body).toMatchObject({
        user: { nickname: "ada", plan: "free" },
      });
    });

    it("are refused by their names, and nobody is created", async () => {
      const { reply, email } = await signUp({ nickname: "a" });
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({
        code: "VALIDATION_ERROR",
        issues: [{ path: "nickname" }],
      });
      expect(await service.findUser(email)).toBeNull();
    });

    it("are seen by a subscriber, who may refuse the user", async () => {
      const { reply } = await signUp({ nickname: "root" });
      expect(reply).toMatchObject({ status: 403, body: { code: "NICKNAME_RESERVED" } });
      const taken = newEmail();
      await signUp({}, taken);
      const { reply: again } = await signUp({ nickname: "root" }, taken);
      expect(again).toMatchObject({ status: 403, body: { code: "NICKNAME_RESERVED" } });
    });

    it("that are unknown are told in the log once, in development, and ignored", async () => {
      const { reply } = await signUp({ favourite: "blue", plan: "team" });
      expect(reply.status).toBe(200);
      expect(reply.body).toMatchObject({ user: { plan: "free" } });
      await signUp({ favourite: "red" });
      const told = service.logs.filter(
        ({ event, fields }) =>
          event === "sign_up_fields_ignored" && `${fields["fields"]}`.includes("favourite"),
      );
      expect(told).toMatchObject([{ level: "warn", fields: { fields: "favourite plan" } }]);
    });
  });

  describe("at update-user", () => {
    it("are changed one by one, emptied by null, and entered by their names", async () => {
      const { agent } = await signUp({ nickname: "ada" });
      expect((await agent.post(UPDATE, { seats: 3, name: "Ada" })).status).toBe(200);
      expect(await ownOf(agent)).toMatchObject({ nickname: "ada", seats: 3 });
      expect((await agent.post(UPDATE, { nickname: null })).status).toBe(200);
      expect(await ownOf(agent)).toEqual({ nickname: undefined, seats: 3, plan: "free" });
      const { entries } = await service.auth.users.activity(await idOf(agent), {
        after: null,
        limit: 2,
      });
      expect(entries.map(({ detail }) => detail)).toEqual([
        { fields: "nickname" },
        { fields: "name seats" },
      ]);
    });

    it("are refused by their names, and what only operators write is not taken", async () => {
      const { agent } = await signUp({});
      expect((await agent.post(UPDATE, { seats: 0.5, nickname: "ok" })).body).toMatchObject({
        code: "VALIDATION_ERROR",
        issues: [{ path: "seats" }],
      });
      expect((await agent.post(UPDATE, { plan: "team" })).status).toBe(400);
      await agent.post(UPDATE, { plan: "team", nickname: "ok" });
      expect(await ownOf(agent)).toEqual({ nickname: "ok", seats: undefined, plan: "free" });
    });

    it("are bounded together in bytes", async () => {
      const { agent } = await signUp({});
      expect((await agent.post(UPDATE, { nickname: "x".repeat(5_000) })).body).toMatchObject({
        code: "VALIDATION_ERROR",
        issues: [{ path: "nickname" }],
      });
      expect((await agent.post(UPDATE, { nickname: "x".repeat(4_000) })).status).toBe(200);
    });
  });

  describe("by operators", () => {
    it("are written whether or not users may, each by its schema, and entered", async () => {
      const { agent } = await signUp({ nickname: "ada" });
      const id = await idOf(agent);
      const fields = { plan: "team", risk: 0.5 };
      const user = await service.auth.users.setFields(id, { fields, operator });
      expect(user.fields).toEqual({ nickname: "ada", plan: "team", risk: 0.5 });
      expect((await service.auth.users.find(id))?.fields).toEqual(user.fields);
      expect(await ownOf(agent)).toMatchObject({ nickname: "ada", plan: "team" });
      const { entries } = await service.auth.users.activity(id, { after: null, limit: 1 });
      expect(entries).toMatchObject([
        { event: "user.updated", operator, detail: { fields: "plan risk" } },
      ]);
      const set = (wrong: object) =>
        service.auth.users.setFields(id, { fields: { ...wrong }, operator });
      await expect(set({ plan: "gold" })).rejects.toMatchObject({ issues: [{ path: "plan" }] });
      await expect(set({ other: 1 })).rejects.toMatchObject({ issues: [{ path: "other" }] });
      await expect(
        service.auth.users.setFields(toId<UserId>("nobody"), { fields, operator }),
      ).rejects.toMatchObject({ code: "USER_NOT_FOUND" });
    });

    it("are given to a user whom they create", async () => {
      const email = parseEmailAddress(newEmail())!;
      const fields = { plan: "team", nickname: "grace" };
      const { id } = await service.auth.users.create({ email, fields, operator });
      expect((await service.auth.users.find(id))?.fields).toEqual(fields);
    });
  });

  describe("at account recovery", () => {
    async function planted() {
      const { agent, email } = await signUp({ nickname: "mallory" });
      await agent.post(UPDATE, { seats: 9 });
      const id = await idOf(agent);
      await service.auth.users.setFields(id, { fields: { plan: "team", risk: 1 }, operator });
      return { agent, email, id };
    }

    it("what a sign-up could have planted is emptied, and what only operators write stays", async () => {
      const { email, id } = await planted();
      const owner = await service.signedIn(email);
      expect(await ownOf(owner)).toEqual({ nickname: undefined, seats: undefined, plan: "team" });
      expect((await service.auth.users.find(id))?.fields).toEqual({ plan: "team", risk: 1 });
    });

    it("nothing is emptied for who holds a session of the same user", async () => {
      const { agent, email } = await planted();
      const otp = await service.codeFor(email);
      expect((await agent.post("/api/auth/email-otp/sign-in", { email, otp })).status).toBe(200);
      expect(await ownOf(agent)).toEqual({ nickname: "mallory", seats: 9, plan: "team" });
    });
  });

  it("are in the export of the user as they are stored", async () => {
    const { agent } = await signUp({ nickname: "ada" });
    const id = await idOf(agent);
    await service.auth.users.setFields(id, { fields: { risk: 0.5 }, operator });
    const exported = async (of: UserId) =>
      text(Readable.from(await service.auth.users.export(of, { operator })));
    expect(JSON.parse(await exported(id))).toMatchObject({
      user: { fields: { nickname: "ada", risk: 0.5 } },
    });
    const { agent: other } = await signUp({});
    expect(await exported(await idOf(other))).not.toContain('"fields":{');
  });

  it("are gone with the account", async () => {
    const leaving = createLeaving(service);
    const email = newEmail();
    const agent = await leaving.member(email);
    await agent.post(UPDATE, { nickname: "unmistakable" });
    expect(JSON.stringify(await service.rows())).toContain("unmistakable");
    await service.auth.users.startDeletion(await idOf(agent), { operator });
    service.clock.advance(31 * 24 * 3_600_000);
    await service.auth.worker.runDue();
    expect(await service.findUser(email)).toBeNull();
    expect(JSON.stringify(await service.rows())).not.toContain("unmistakable");
  });

  it("are in the reference, where they are taken and where they are shown", async () => {
    const { components } = (await service.agent().get("/api/v1/openapi.json")).body as {
      readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
    };
    const {
      User: user,
      PasswordSignUpBody: signUpBody,
      ProfileUpdateUserBody: update,
    } = components.schemas;
    expect(user).toMatchObject({
      properties: {
        nickname: { type: "string", minLength: 2 },
        plan: { type: "string", enum: ["free", "team"] },
      },
      required: arrayContaining(["plan"]),
    });
    expect(user?.required).not.toContain("nickname");
    expect(signUpBody?.properties).toHaveProperty("nickname");
    expect(signUpBody?.properties).not.toHaveProperty("seats");
    expect(signUpBody?.required).toEqual(["email", "password"]);
    expect(update?.properties["seats"]).toMatchObject({
      anyOf: [{ type: "integer", minimum: 1 }, { type: "null" }],
    });
    expect(JSON.stringify(components)).not.toContain("risk");
  });
});

interface Schema {
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}
