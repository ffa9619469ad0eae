import { createPasswordHasher, definePolicy, Secret } from "@acme/auth-core";
import type { NewPasswordHash } from "@acme/auth-core/store";
import { MINUTE } from "@acme/auth-core/surface";
import { asChecked } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { serviceStarter } from "./describe-service.js";

const PASSWORD = "correct horse battery staple";
const EMAIL = "grace.hopper@example.com";

describe("what must hold under load, over time and against odd headers", () => {
  const start = serviceStarter("sqlite");

  it("no header of a request finds its way into a mailed link", async () => {
    const service = await start();
    const agent = service.agent();
    const headers = {
      host: "evil.test",
      "x-forwarded-host": "evil.test",
      "x-forwarded-proto": "https",
      forwarded: "host=evil.test",
    };
    await agent.post("/api/auth/sign-up", { email: EMAIL, password: PASSWORD }, headers);
    await agent.post("/api/auth/request-password-reset", { email: EMAIL }, headers);
    await service.auth.worker.runDue();
    expect(service.inbox.mails).toHaveLength(2);
    for (const { text, html } of service.inbox.mails) {
      expect(text).toContain(`${service.url}/api/auth/`);
      expect(text + html).not.toContain("evil.test");
    }
  });

  it("sheds sign-ins beyond the queue at once with 503, and answers all the others", async () => {
    // As costly as can be, or the queue empties as fast as requests come.
    const policy = { hashesInFlight: 1, hashesWaiting: 2, argon2Passes: 16 };
    const service = await start({ policy });
    const agent = service.agent();
    await agent.post("/api/auth/sign-up", { email: EMAIL, password: PASSWORD });
    const attempts = Array.from({ length: 12 }, (_, i) =>
      service
        .agent(`127.6.0.${i + 1}`)
        .post("/api/auth/sign-in", { email: EMAIL, password: PASSWORD }),
    );
    const replies = await Promise.all(attempts);
    const shed = replies.filter(({ status }) => status === 503);
    expect(shed.length).toBeGreaterThan(0);
    for (const reply of shed) {
      expect(reply.body).toMatchObject({ code: "BUSY" });
      expect(reply.headers["retry-after"]).toBe("1");
      expect(reply.setCookies).toEqual([]);
    }
    for (const reply of replies.filter((one) => !shed.includes(one)))
      expect(reply.status).toBe(200);
    // Being shed is no wrong password.
    expect(
      (
        await service
          .agent("127.6.0.1")
          .post("/api/auth/sign-in", { email: EMAIL, password: PASSWORD })
      ).status,
    ).toBe(200);
  });

  it("a mail server that fails changes no answer, and its mails come later", async () => {
    const service = await start();
    const agent = service.agent();
    service.inbox.failNext(1_000);
    const asked = [
      await agent.post("/api/auth/sign-up", { email: EMAIL, password: PASSWORD }),
      await agent.post("/api/auth/email-otp/send-verification-otp", {
        email: EMAIL,
        type: "sign-in",
      }),
      await agent.post("/api/auth/magic-link/send", { email: EMAIL }),
      await agent.post("/api/auth/request-password-reset", { email: EMAIL }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await service.auth.worker.runDue();
    expect(service.inbox.mails).toEqual([]);
    service.inbox.failNext(0);
    service.clock.advance(MINUTE);
    await service.auth.worker.runDue();
    expect(service.inbox.mails).toHaveLength(4);
  });

  it("a sign-in that was shed is no wrong password", async () => {
    const busy = createPasswordHasher(definePolicy({ hashesInFlight: 1, hashesWaiting: 1 }));
    const service = await start({ ports: { passwordHasher: busy } });
    const agent = service.agent();
    await agent.post("/api/auth/sign-up", { email: EMAIL, password: PASSWORD });
    const signIn = () => agent.post("/api/auth/sign-in", { email: EMAIL, password: PASSWORD });
    agent.cookies.clear();
    // One is hashed and one waits, for as long as the sign-ins take: the next is there before
    // anybody else can be.
    let isFull = true;
    const occupy = async () => {
      while (isFull) await busy.hash(new Secret("of somebody else"));
    };
    const occupied = Promise.all([occupy(), occupy()]);
    for (let i = 0; i < 6; i++)
      expect(await signIn()).toMatchObject({ status: 503, body: { code: "BUSY" } });
    isFull = false;
    await occupied;
    expect((await signIn()).status).toBe(200);
  });

  it("replaces a hash of weaker parameters at the next sign-in, once, and a wrong password leaves it alone", async () => {
    const service = await start({ policy: { argon2Passes: 3 } });
    const agent = service.agent();
    await service.signedIn(EMAIL);
    const { id } = (await service.findUser(EMAIL))!;
    const hasher = createPasswordHasher(definePolicy());
    const old = asChecked<NewPasswordHash>(await hasher.hash(new Secret(PASSWORD)));
    await service.store.passwords.replace({
      userId: id,
      hash: old,
      updatedAt: service.clock.now(),
    });
    const stored = async () => (await service.store.passwords.find(id))!.hash;

    expect(
      (await agent.post("/api/auth/sign-in", { email: EMAIL, password: "wrong password" })).status,
    ).toBe(401);
    expect(await stored()).toBe(old);
    const both = await Promise.all(
      [1, 2].map((host) =>
        service
          .agent(`127.6.1.${host}`)
          .post("/api/auth/sign-in", { email: EMAIL, password: PASSWORD }),
      ),
    );
    expect(both.map(({ status }) => status)).toContain(200);
    expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=3,p=1\$/);
    expect(
      (await agent.post("/api/auth/sign-in", { email: EMAIL, password: PASSWORD })).status,
    ).toBe(200);
  });

  it.each(["GraceHopper2026!", "grace-hopper", "acme1234"])(
    "refuses %s as a name with decoration, or only notes it where told so",
    async (password) => {
      const refusing = await start();
      expect(
        await refusing.agent().post("/api/auth/sign-up", { email: EMAIL, password }),
      ).toMatchObject({
        status: 400,
        body: { code: "PASSWORD_TOO_COMMON" },
      });
      const warning = await start({ passwordBlocklist: "warn" });
      expect(
        (await warning.agent().post("/api/auth/sign-up", { email: EMAIL, password })).status,
      ).toBe(200);
      expect(warning.logs).toContainEqual({
        level: "warn",
        event: "password_common",
        fields: {},
      });
    },
  );

  it("twenty sign-ups with one email address at once make one user", async () => {
    const service = await start();
    const spellings = [EMAIL, EMAIL.toUpperCase(), ` ${EMAIL}`];
    const attempts = Array.from({ length: 20 }, (_, i) =>
      service
        .agent(`127.6.2.${i + 1}`)
        .post("/api/auth/sign-up", { email: spellings[i % 3], password: PASSWORD }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 422)).toHaveLength(19);
  });

  it("twenty uses of one reset link at once set one password", async () => {
    const service = await start();
    const agent = service.agent();
    await agent.post("/api/auth/sign-up", { email: EMAIL, password: PASSWORD });
    await agent.post("/api/auth/request-password-reset", { email: EMAIL });
    await service.auth.worker.runDue();
    const token = /reset-password\/([\w-]+)/.exec(
      service.inbox.mails.map(({ text }) => text).join("\n"),
    )![1];
    const attempts = Array.from({ length: 20 }, (_, i) =>
      service
        .agent()
        .post("/api/auth/reset-password", { token, newPassword: `another good password ${i}` }),
    );
    const replies = await Promise.all(attempts);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of replies)
      if (status !== 200) expect(body).toMatchObject({ code: "INVALID_TOKEN" });
  });
});
