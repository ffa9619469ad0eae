import { createHmac, hkdfSync } from "node:crypto";
import { DAY } from "@acme/auth-core/surface";
import { keysOf } from "@acme/auth-testing/keys-of";
import { parseJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import type { Agent, Reply } from "./agent.js";
import { describeService } from "./describe-service.js";
import { SECRET, SEND_CODE, SIGN_IN_BY_CODE } from "./service.js";

const PASSWORD = "correct horse battery staple";
const NEXT = "another good password";

/** Every flow that takes a mailed secret, and how a secret for it is come by. */
type Flow =
  | "verify-email"
  | "verify-email fetch"
  | "reset-password"
  | "change-email"
  | "magic-link"
  | "session"
  | "code sign-in"
  | "code verification"
  | "code reset";

describeService("every mailed secret is worth something in its own flow only", (service) => {
  let people = 0;

  /** A user with one live secret of every kind. */
  async function person(): Promise<{
    readonly email: string;
    readonly agent: Agent;
    readonly secrets: Readonly<Record<Flow, string>>;
  }> {
    const email = `person${++people}@example.com`;
    const agent = service.agent(`127.3.${people}.1`);
    const deliver = () => service.auth.worker.runDue();
    await agent.post("/api/auth/sign-up", { email, password: PASSWORD });
    await deliver();
    const verification = new URL(service.inbox.linkFor(email)).searchParams.get("token")!;
    await agent.post("/api/auth/request-password-reset", { email });
    await deliver();
    const reset = new URL(service.inbox.linkFor(email)).pathname.split("/").at(-1)!;
    await agent.post("/api/auth/change-email", { newEmail: `new-${email}` });
    await deliver();
    const change = new URL(service.inbox.linkFor(`new-${email}`)).searchParams.get("token")!;
    await agent.post("/api/auth/magic-link/send", { email });
    await deliver();
    const magic = new URL(service.inbox.linkFor(email)).searchParams.get("token")!;
    const codes: string[] = [];
    for (const type of ["sign-in", "email-verification", "forget-password"]) {
      await agent.post(SEND_CODE, { email, type });
      await deliver();
      codes.push(service.inbox.codeFor(email));
    }
    const [signIn = "", codeVerification = "", codeReset = ""] = codes;
    const secrets = {
      "verify-email": verification,
      "verify-email fetch": verification,
      "reset-password": reset,
      "change-email": change,
      "magic-link": magic,
      session: agent.cookies.get("session")!,
      "code sign-in": signIn,
      "code verification": codeVerification,
      "code reset": codeReset,
    };
    return { email, agent, secrets };
  }

  const use: Readonly<Record<Flow, (secret: string, email: string) => Promise<Reply>>> = {
    "verify-email": (token) => service.agent().post("/api/v1/auth/verify-email", { token }),
    "verify-email fetch": (token) =>
      service.agent().get(`/api/auth/verify-email?token=${encodeURIComponent(token)}`, {
        "sec-fetch-mode": "cors",
        "sec-fetch-dest": "empty",
        "sec-fetch-site": "same-origin",
      }),
    "reset-password": (token) =>
      service.agent().post("/api/auth/reset-password", { token, newPassword: NEXT }),
    "change-email": (token) => service.agent().post("/api/auth/change-email/confirm", { token }),
    "magic-link": (token) => service.agent().post("/api/auth/magic-link/verify", { token }),
    session: (token) => service.agent().get("/api/v1/auth/me", { cookie: `session=${token}` }),
    "code sign-in": (otp, email) =>
      service.agent("127.4.0.1").post(SIGN_IN_BY_CODE, { email, otp }),
    "code verification": (otp, email) =>
      service.agent("127.4.0.2").post("/api/auth/email-otp/verify-email", { email, otp }),
    "code reset": (otp, email) =>
      service
        .agent("127.4.0.3")
        .post("/api/auth/email-otp/reset-password", { email, otp, password: NEXT }),
  };
  const flows = keysOf(use);
  const sameSecret = (one: Flow, other: Flow) =>
    one === other || (one.startsWith("verify-email") && other.startsWith("verify-email"));
  const snapshot = async (email: string, agent: Agent) => ({
    user: await service.findUser(email),
    me: (await agent.get("/api/v1/auth/me")).status,
  });

  it.each(flows)(
    "the secret of %s is refused in every other flow and changes nothing there",
    async (flow) => {
      const { email, agent, secrets } = await person();
      const before = await snapshot(email, agent);
      for (const other of flows.filter(
        (one) => !sameSecret(one, flow) && secrets[one] !== secrets[flow],
      )) {
        const reply = await use[other](secrets[flow], email);
        expect([flow, other, reply.status >= 400]).toEqual([flow, other, true]);
        expect(reply.setCookies).toEqual([]);
      }
      expect(await snapshot(email, agent)).toEqual(before);
      expect((await use[flow](secrets[flow], email)).status).toBe(200);
    },
  );

  describe("a verification token that we did not make", () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const read = (token: string, index: number) =>
      parseJson(Buffer.from(token.split(".")[index]!, "base64url").toString(), "object");
    const keyFor = (purpose: string) =>
      Buffer.from(
        hkdfSync("sha256", Buffer.from(SECRET, "base64"), "", `acme/v1/token/${purpose}`, 32),
      );
    const sign = (
      header: object,
      claims: object,
      { key = keyFor("email-verification"), hash = "sha256" } = {},
    ) => {
      const signed = `${part(header)}.${part(claims)}`;
      return `${signed}.${createHmac(hash, key).update(signed).digest("base64url")}`;
    };
    const without = (claims: Record<string, unknown>, name: string) =>
      Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));

    it("is refused with 422, whatever is wrong with it, and nothing is changed", async () => {
      const { email, agent, secrets } = await person();
      const token = secrets["verify-email"];
      const [header, claims] = [read(token, 0), read(token, 1)];
      const now = Math.floor(service.clock.now().getTime() / 1_000);
      // The forger's own signature is right when nothing else is wrong.
      expect(sign(header, claims)).toBe(token);

      const [head = "", body = "", signature = ""] = token.split(".");
      const last = signature.at(-1)!;
      const spellings = Array.from(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
      )
        .filter((character) => character !== last)
        .map((character) => signature.slice(0, -1) + character);
      const forged = [
        `${part({ ...header, alg: "none" })}.${body}.`,
        `${part({ ...header, alg: "none" })}.${body}.${signature}`,
        sign({ ...header, alg: "HS512" }, claims, { hash: "sha512" }),
        sign({ ...header, alg: "HS384" }, claims, { hash: "sha384" }),
        sign({ ...header, alg: "RS256" }, claims),
        sign(header, claims, { key: keyFor("email-change") }),
        sign({ ...header, jku: "https://evil.test/keys.json" }, claims, {
          key: Buffer.alloc(32, 1),
        }),
        sign(
          { ...header, jwk: { kty: "oct", k: Buffer.alloc(32, 1).toString("base64url") } },
          claims,
          { key: Buffer.alloc(32, 1) },
        ),
        sign(header, claims, { key: Buffer.from(SECRET, "base64") }),
        sign({ ...header, kid: "../../dev/null" }, claims, { key: Buffer.alloc(0) }),
        sign(without(header, "kid"), claims),
        sign({ ...header, crit: ["b64"], b64: false }, claims),
        ...["exp", "sub", "iss", "aud", "iat", "email"].map((name) =>
          sign(header, without(claims, name)),
        ),
        sign(header, { ...claims, exp: "tomorrow" }),
        sign(header, { ...claims, iat: now + 3_600 }),
        sign(header, { ...claims, nbf: now + 3_600 }),
        sign(header, { ...claims, iss: "https://evil.test" }),
        sign(header, { ...claims, aud: "email-change" }),
        sign(header, { ...claims, email: "somebody-else@example.com" }),
        sign(header, { ...claims, sub: "0".repeat(36) }),
        ...spellings.map((altered) => `${head}.${body}.${altered}`),
        `${token}=`,
        `${token}.`,
        "",
        "a.b.c",
      ];
      for (const bad of forged)
        expect([bad, (await use["verify-email"](bad, email)).status]).toEqual([bad, 422]);
      expect((await agent.get("/api/v1/auth/me")).body).toMatchObject({ emailVerified: false });
      expect((await use["verify-email"](token, email)).status).toBe(200);
    });

    it("is refused with 422 once it is too old, and nothing is changed", async () => {
      const { email, agent, secrets } = await person();
      service.clock.advance(DAY);
      expect(await use["verify-email"](secrets["verify-email"], email)).toMatchObject({
        status: 422,
        body: { code: "TOKEN_EXPIRED" },
        setCookies: [],
      });
      expect((await agent.get("/api/v1/auth/me")).body).toMatchObject({ emailVerified: false });
    });
  });
});
