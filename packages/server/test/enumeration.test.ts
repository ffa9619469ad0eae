import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOUR, type Store } from "@acme/auth-core";
import type { Reply } from "./agent.js";
import { DATABASES, SEND_CODE, SIGN_IN_BY_CODE, startService, type Service } from "./service.js";

/** A store that writes down which of its methods are called. Everything is still carried out by the real one. */
function counting(store: Store, calls: string[]): Store {
  const counted = <T extends object>(target: T, name: string): T =>
    new Proxy(target, {
      get(object, key) {
        const member = Reflect.get(object, key) as unknown;
        if (typeof member === "object" && member !== null) return counted(member, `${name}${String(key)}.`);
        if (typeof member !== "function") return member;
        return (...input: unknown[]) => {
          calls.push(`${name}${String(key)}`);
          if (key !== "transaction") return (member as (...all: unknown[]) => unknown).apply(object, input);
          const work = input[0] as (tx: object) => Promise<unknown>;
          return (member as (work: (tx: object) => Promise<unknown>) => unknown).call(object, (tx) => work(counted(tx, "tx.")));
        };
      },
    });
  return counted(store, "");
}

/** What a client sees, without what differs from request to request. */
function visible({ status, headers, setCookies, text }: Reply) {
  const { date: _date, "x-request-id": _requestId, ...rest } = headers;
  return { status, headers: Object.entries(rest), setCookies, text };
}

describe.each(DATABASES)("known and unknown addresses, on %s", (database) => {
  const calls: string[] = [];
  let service: Service;

  beforeAll(async () => {
    service = await startService({ database, wrapStore: (store) => counting(store, calls) });
    await service.signedIn("known@example.com");
    await service.signedIn("pending@example.com");
    // What was mailed so far counts no more.
    service.clock.advance(HOUR);
    await service.agent().post(SEND_CODE, { email: "pending@example.com", type: "sign-in" });
    await service.agent().post(SEND_CODE, { email: "asked-for@example.com", type: "sign-in" });
  });
  afterAll(() => service.stop());

  async function observe(path: string, body: object) {
    calls.length = 0;
    const reply = await service.agent().post(path, body);
    return { ...visible(reply), calls: [...calls] };
  }

  it("ask for a code alike: same bytes, same work", async () => {
    const known = await observe(SEND_CODE, { email: "known@example.com", type: "sign-in" });
    expect(known.calls.length).toBeGreaterThan(3);
    for (const email of ["unknown@example.com", "pending@example.com", "asked-for@example.com"]) {
      expect(await observe(SEND_CODE, { email, type: "sign-in" })).toEqual(known);
    }
  });

  it.each([SIGN_IN_BY_CODE, "/api/auth/email-otp/check-verification-otp"])("guess wrong alike at %s: same bytes, same work", async (path) => {
    const pending = await observe(path, { email: "pending@example.com", otp: "000000", type: "sign-in" });
    expect(pending.calls).toContain("audit.appendForAddress");
    expect(await observe(path, { email: "asked-for@example.com", otp: "000000", type: "sign-in" })).toEqual(pending);
    const none = await observe(path, { email: "never-known@example.com", otp: "000000", type: "sign-in" });
    const { calls: _work, ...said } = pending;
    expect(none).toMatchObject(said);
  });

  it("exhaust a code and a mail budget alike", async () => {
    for (const [path, body] of [
      [SIGN_IN_BY_CODE, { otp: "000000" }],
      [SEND_CODE, { type: "sign-in" }],
    ] as const) {
      for (let i = 0; i < 8; i++) {
        const known = await observe(path, { email: "pending@example.com", ...body });
        expect(await observe(path, { email: "asked-for@example.com", ...body })).toEqual(known);
      }
    }
  });
});
