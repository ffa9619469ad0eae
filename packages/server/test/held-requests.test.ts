import { connect } from "node:net";
import { expect, it } from "vitest";
import type { Agent } from "./agent.js";
import { describeService } from "./describe-service.js";
import {
  authenticate,
  authenticatorOn,
  optionsFrom,
  REGISTER_OPTIONS,
  VERIFY_REGISTRATION,
} from "./passkeys.js";
import { SEND_CODE, SIGN_IN_BY_CODE } from "./service.js";

const EMAIL = "ada@example.com";
const PASSWORD = "the attacker knows this one";

/** A request whose head is there and whose body is to come. */
interface Held {
  /** Sends the body; the status of the answer. */
  finish(): Promise<number>;
}

/**
 * A user who opens a request while signed in may finish it long after: what counts is who
 * they are then.
 */
describeService("a request that is held open", { perTest: true, hosts: "both" }, (service) => {
  async function hold(agent: Agent, path: string, body: object): Promise<Held> {
    const { port } = new URL(service.url);
    const text = JSON.stringify(body);
    const cookie = [...agent.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const socket = connect(Number(port), "127.0.0.1");
    const head = [
      `POST ${path} HTTP/1.1`,
      "Host: x",
      "Connection: close",
      "Content-Type: application/json",
      `Content-Length: ${Buffer.byteLength(text)}`,
    ];
    await new Promise<void>((resolve) =>
      socket.write([...head, `Cookie: ${cookie}`, "", text.slice(0, 1)].join("\r\n"), () =>
        resolve(),
      ),
    );
    // An answer to somebody else says that the server has read what was sent before.
    await service.agent().get("/api/auth/ok");
    return {
      finish: () =>
        new Promise((resolve, reject) => {
          let answer = "";
          socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
          socket.on("end", () => resolve(Number(answer.split(" ", 2)[1])));
          socket.on("error", reject);
          socket.write(text.slice(1));
        }),
    };
  }

  /**
   * An attacker who signed up with an email address that is not theirs, with everything under way
   * that would let them back in.
   */
  async function preHijack() {
    const attacker = service.agent("127.0.0.66");
    await attacker.post("/api/auth/sign-up", { email: EMAIL, password: PASSWORD });
    const authenticator = authenticatorOn();
    const response = authenticator.create(await optionsFrom(attacker, REGISTER_OPTIONS));
    const held = await Promise.all([
      hold(attacker, REGISTER_OPTIONS, { name: "x" }),
      hold(attacker, VERIFY_REGISTRATION, { response }),
      hold(attacker, "/api/auth/change-email", { newEmail: "mallory@example.com" }),
      hold(attacker, "/api/auth/change-password", {
        currentPassword: PASSWORD,
        newPassword: "another one of the attacker",
      }),
      hold(attacker, "/api/auth/update-user", { name: "Mallory" }),
    ]);
    return { attacker, authenticator, held };
  }

  it("is of no use once the owner of the mailbox has come", async () => {
    const { held, authenticator } = await preHijack();
    const owner = service.agent();
    await owner.post(SEND_CODE, { email: EMAIL, type: "sign-in" });
    await service.auth.worker.runDue();
    await owner.post(SIGN_IN_BY_CODE, { email: EMAIL, otp: service.inbox.codeFor(EMAIL) });

    for (const request of held) expect(await request.finish()).toBe(401);
    await service.auth.worker.runDue();
    expect(service.inbox.mails.filter(({ to }) => to === "mallory@example.com")).toEqual([]);
    expect((await authenticate(service.agent(), authenticator)).status).toBe(401);
    expect(await service.findUser(EMAIL)).toMatchObject({
      name: "",
    });
    expect((await owner.get("/api/v1/auth/me")).status).toBe(200);
  });

  it("is of no use once its session was ended", async () => {
    const { attacker, held } = await preHijack();
    await attacker.post("/api/auth/revoke-sessions");
    for (const request of held) expect(await request.finish()).toBe(401);
  });
});

describeService("adding a way in while the mailbox is being proven", (service) => {
  it("never outlives it, whichever comes first", async () => {
    for (let turn = 0; turn < 10; turn++) {
      const email = `person${turn}@example.com`;
      const attacker = service.agent("127.0.0.66");
      await attacker.post("/api/auth/sign-up", { email, password: PASSWORD });
      const authenticator = authenticatorOn();
      const response = authenticator.create(await optionsFrom(attacker, REGISTER_OPTIONS));
      await service.agent().post(SEND_CODE, { email, type: "sign-in" });
      await service.auth.worker.runDue();
      const otp = service.inbox.codeFor(email);
      const [, proof] = await Promise.all([
        attacker.post(VERIFY_REGISTRATION, { response }),
        service.agent().post(SIGN_IN_BY_CODE, { email, otp }),
        attacker.post("/api/auth/change-email", { newEmail: `mallory${turn}@example.com` }),
      ]);
      expect(proof.status).toBe(200);
      expect((await authenticate(service.agent(), authenticator)).status).toBe(401);
      await service.auth.worker.runDue();
      const mailed = service.inbox.mails.find(({ to }) => to === `mallory${turn}@example.com`);
      if (mailed) {
        const token = new URL(/http\S+/.exec(mailed.text)![0]).searchParams.get("token");
        expect(
          (await service.agent().post("/api/auth/change-email/confirm", { token })).status,
        ).toBe(400);
      }
    }
  });
});
