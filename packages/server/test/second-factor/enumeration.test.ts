import { HOUR } from "@acme/auth-core/surface";
import { beforeAll, describe, expect, it } from "vitest";
import { counting, countingHasher, visible } from "../counted-work.js";
import { startedService } from "../describe-service.js";
import { createLeaving } from "../leaving.js";
import { DATABASES, SEND_CODE, SIGN_IN_BY_CODE } from "../service.js";
import { enrollPasskey, enrollTotp } from "./enrolled.js";
import { WITH_SECOND_FACTOR } from "./start.js";

const PLAIN = "plain@example.com";
const USERS = [PLAIN, "with-an-app@example.com", "with-a-passkey@example.com"] as const;
const WRONG = "certainly not this one";

describe.each(DATABASES)("before a right first proof, on %s,", (database) => {
  const calls: string[] = [];
  const hashes: string[] = [];
  const service = startedService(database, {
    start: {
      ...WITH_SECOND_FACTOR,
      wrapStore: (store) => counting(store, calls),
      ports: { passwordHasher: countingHasher(hashes) },
    },
  });

  beforeAll(async () => {
    const leaving = createLeaving(service);
    const [, byApp, byPasskey] = USERS;
    await leaving.member(PLAIN);
    await enrollTotp(service, await leaving.member(byApp));
    await enrollPasskey(await leaving.member(byPasskey));
    await service.auth.worker.runDue();
  });

  async function observe(path: string, body: object) {
    calls.length = 0;
    hashes.length = 0;
    const reply = await service.agent().post(path, body);
    return { ...visible(reply), calls: [...calls], hashes: [...hashes] };
  }

  it.each<[string, object]>([
    [SEND_CODE, { type: "sign-in" }],
    [SEND_CODE, { type: "email-verification" }],
    [SEND_CODE, { type: "forget-password" }],
    ["/api/auth/magic-link/send", {}],
    ["/api/auth/request-password-reset", {}],
    ["/api/auth/email-otp/request-password-reset", {}],
    ["/api/v1/auth/resend-verification", {}],
    ["/api/auth/sign-in", { password: WRONG }],
    ["/api/auth/sign-in/email", { password: WRONG }],
    [SIGN_IN_BY_CODE, { otp: "000000" }],
    ["/api/auth/email-otp/check-verification-otp", { otp: "000000", type: "sign-in" }],
    ["/api/auth/email-otp/reset-password", { otp: "000000", password: WRONG }],
  ])("nobody sees at %s with %j who has a second factor", async (path, body) => {
    service.clock.advance(HOUR);
    const plain = await observe(path, { email: PLAIN, ...body });
    expect(plain.calls.length).toBeGreaterThan(0);
    for (const email of USERS) {
      if (email === PLAIN) continue;
      expect(await observe(path, { email, ...body })).toEqual(plain);
    }
    const { calls: _work, ...said } = plain;
    expect(await observe(path, { email: "nobody@example.com", ...body })).toMatchObject(said);
  });

  it("a taken email address is refused alike at the sign-up", async () => {
    const body = { password: "correct horse battery staple", name: "Eve" };
    const seen = [];
    for (const email of USERS)
      seen.push(await observe("/api/auth/sign-up/email", { email, ...body }));
    const [plain, ...enrolled] = seen;
    expect(plain).toMatchObject({ status: 422 });
    for (const each of enrolled) expect(each).toEqual(plain);
  });
});
