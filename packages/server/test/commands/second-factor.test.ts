import { toId } from "@acme/auth-core";
import { DAY } from "@acme/auth-core/surface";
import type { RecoveryId } from "@acme/auth-second-factor";
import { createFixedClock } from "@acme/auth-testing";
import { readJson } from "@acme/auth-testing/read-json";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OpenedAuth } from "../../src/serving/open-auth.js";
import { newDatabase } from "../prepared-databases.js";
import { type Ada, EMAIL, enrolDirectly, openWith } from "../second-factor/enrol-directly.js";
import { DATABASES } from "../service.js";
import { call, CALLER, callJson, environmentOf } from "./called.js";

const CHECKS = { checks: [{ check: "string", status: "string", text: "string" }] } as const;
const RESET = ["users", "reset-factors", EMAIL] as const;
const WAY_BACK = toId<RecoveryId>("3f0cbb1e-6f3b-7000-8000-000000000001");
const REASON = ["--reason", "called back"] as const;

describe.each(DATABASES)("commands about second factors, on %s", (database) => {
  let env: Readonly<Record<string, string>>;
  let off: Readonly<Record<string, string>>;
  let opened: OpenedAuth;
  let ada: Ada;

  beforeEach(async () => {
    env = environmentOf(database, await newDatabase(database));
    off = { ...env, SECOND_FACTOR: "off" };
    const clock = createFixedClock(new Date());
    opened = await openWith(env, clock);
    ada = await enrolDirectly(opened, clock);
  });
  afterEach(async () => {
    await opened.auth.close();
    await opened.store.close();
  });

  const factors = () => opened.auth.secondFactor.factorsOf(ada.id);

  it("a user is shown with factors, recovery codes left and a way back", async () => {
    const { value } = await callJson(env, "users", "show", EMAIL);
    expect(value).toMatchObject({
      email: EMAIL,
      secondFactor: {
        since: (await factors())?.since?.toISOString(),
        passkeys: { count: 0 },
        recoveryCodes: { left: 10 },
        recovery: null,
      },
    });
    const now = new Date();
    const later = new Date(now.getTime() + 60_000);
    await opened.store.users.markRecoveryDue(ada.id, later);
    await opened.store.recoveries.insert({
      id: WAY_BACK,
      userId: ada.id,
      startedAt: now,
      dueAt: later,
      expiresAt: later,
      endedAt: null,
      ended: null,
      forgetAt: null,
      ipAddress: null,
      userAgent: null,
    });
    const { out } = await call(env, "users", "show", EMAIL);
    expect(out).toMatch(/Second factor since 20.*: authenticator app since 20.*; .*left: 10\n/);
    expect(out).toContain(`Way back begun at ${now.toISOString()}: the mailbox alone`);
    const forgetAt = new Date(now.getTime() + 30 * DAY);
    await opened.store.recoveries.end(WAY_BACK, { ended: "link", endedAt: later, forgetAt });
    const ended = { startedAt: now.toISOString(), endedAt: later.toISOString(), ended: "link" };
    expect((await callJson(env, "users", "show", EMAIL)).value).toMatchObject({
      secondFactor: { recovery: null, pastRecoveries: [ended] },
    });
    expect((await call(env, "users", "show", EMAIL)).out).toContain(
      `Way back begun at ${now.toISOString()}: stopped by the link of a mail, at ${later.toISOString()}`,
    );
  });

  it("an operator removes the factors of a user, with a reason for the audit log", async () => {
    expect((await call(env, ...RESET)).code).toBe(2);
    expect((await call(env, ...RESET, "--reason", " ")).code).toBe(2);
    const unknown = ["users", "reset-factors", "nobody@example.com", ...REASON];
    expect((await call(env, ...unknown)).code).toBe(3);
    expect((await factors())?.enabled).toBe(true);
    expect(await callJson(env, ...RESET, ...REASON, "--passkeys")).toEqual({
      code: 0,
      value: { id: ada.id, passkeys: true, removed: true },
    });
    expect(await factors()).toMatchObject({ enabled: false, totp: null, recoveryCodes: null });
    const { entries } = await opened.auth.users.activity(ada.id, { after: null, limit: 10 });
    const entry = entries.find(({ event }) => event === "second_factor.disabled");
    expect(entry).toMatchObject({ operator: `${CALLER}: called back` });
    expect((await call(env, "users", "show", EMAIL)).out).toContain("Second factor: none");
    expect(await callJson(env, ...RESET, ...REASON, "--passkeys")).toEqual({
      code: 0,
      value: { id: ada.id, passkeys: true, removed: false },
    });
    const { code, out } = await call(env, ...RESET, ...REASON);
    expect([code, out]).toEqual([0, expect.stringContaining("there was nothing to remove")]);
  });

  it("while the second factor is off, its commands say so and change nothing", async () => {
    for (const words of [
      [...RESET, ...REASON],
      ["keys", "reseal"],
    ])
      expect(await call(off, ...words)).toEqual({
        code: 1,
        out: "",
        err: "SECOND_FACTOR=off: set it to on for this command.\n",
      });
    expect((await factors())?.enabled).toBe(true);
  });

  it("while it is off, a user who has enrolled is shown as one who cannot sign in", async () => {
    const since = (await factors())?.since?.toISOString() ?? "none";
    const line = `Second factor since ${since}; SECOND_FACTOR=off: the user cannot sign in.`;
    expect((await call(off, "users", "show", EMAIL)).out).toContain(line);
    expect((await call(env, "users", "show", EMAIL)).out).not.toContain("SECOND_FACTOR=off");
  });

  it("while it is off, the doctor and the keys tell of users who have enrolled", async () => {
    const told = async () =>
      readJson((await callJson(off, "doctor")).value, CHECKS).checks.filter(({ check }) =>
        ["second factor", "authenticator apps"].includes(check),
      );
    expect(await told()).toEqual([
      expect.objectContaining({
        status: "warning",
        text: "SECOND_FACTOR=off, and users who have enrolled one: 1; none of them can sign in",
      }),
    ]);
    expect((await call(off, "keys")).out).toContain("SECOND_FACTOR=off: secrets of authenticator");
    expect((await call(env, "keys")).out).not.toContain("SECOND_FACTOR=off");
    expect((await callJson(env, ...RESET, ...REASON)).code).toBe(0);
    expect(await told()).toEqual([]);
    expect((await call(off, "keys")).out).not.toContain("SECOND_FACTOR=off");
  });

  it("the help on keys says what it takes, and names the command below it", async () => {
    const { out } = await call(env, "keys", "--help");
    expect(out).toMatch(/^auth-server keys\n/);
    expect(out).toMatch(/^ {2}keys reseal /m);
    expect((await call(env, "keys", "reseal", "--help")).out).toContain("auth-server keys reseal");
  });
});
