import { createFixedClock } from "@acme/auth-testing";
import { stringContaining, stringMatching } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import { call, callJson, environmentOf } from "../commands/called.js";
import { newDatabase } from "../prepared-databases.js";
import { DATABASES, SECRET } from "../service.js";
import { unknownClient as client } from "../unknown-client.js";
import { enrolDirectly, openWith, signInPending } from "./enrol-directly.js";

const NEWER = Buffer.alloc(32, "a newer secret 4").toString("base64");

describe.each(DATABASES)("a rotation of the secret, on %s", (database) => {
  it("loses no factor and no recovery code, once the secrets of apps are sealed anew", async () => {
    const old = environmentOf(database, await newDatabase(database));
    const rotated = {
      ...old,
      SERVICE_AUTH_SECRET: NEWER,
      SERVICE_AUTH_PREVIOUS_SECRETS: SECRET,
    };
    const retired = { ...old, SERVICE_AUTH_SECRET: NEWER };
    const clock = createFixedClock();
    const before = await openWith(old, clock);
    const ada = await enrolDirectly(before, clock);
    await before.auth.close();
    await before.store.close();
    const appsIn = async (env: Readonly<Record<string, string>>) =>
      (await call(env, "keys")).out.split("\n").filter((line) => line.includes("/totp"));

    expect(await appsIn(rotated)).toEqual([stringMatching(/ previous .* 1 /)]);
    expect((await call(rotated, "doctor")).out).toMatch(
      /ok +authenticator apps: .*a previous secret.* 1; .*auth-server keys reseal/,
    );
    expect(await callJson(rotated, "keys", "reseal")).toEqual({
      code: 0,
      value: { resealed: 1, unreadable: 0 },
    });
    expect(await callJson(rotated, "keys", "reseal")).toMatchObject({ value: { resealed: 0 } });
    expect(await appsIn(retired)).toEqual([stringMatching(/ present .* 1 /)]);

    const after = await openWith(retired, clock);
    const { secondFactor } = after.auth;
    const app = { code: ada.code(), pending: await signInPending(after), caller: null };
    expect(await secondFactor.verifyTotp(app, client)).toMatchObject({ during: "sign-in" });
    for (const backupCode of ada.backupCodes) {
      const pending = await signInPending(after);
      const attempt = { code: backupCode.reveal(), pending, caller: null };
      expect(await secondFactor.verifyBackupCode(attempt, client)).toMatchObject({
        during: "sign-in",
      });
    }
    await after.auth.close();
    await after.store.close();
  });

  it("is told as a fault where a secret was retired too early, and mended by that secret", async () => {
    const old = environmentOf(database, await newDatabase(database));
    const retired = { ...old, SERVICE_AUTH_SECRET: NEWER };
    const clock = createFixedClock();
    const before = await openWith(old, clock);
    await enrolDirectly(before, clock);
    await before.auth.close();
    await before.store.close();
    const { code, out } = await call(retired, "doctor");
    expect([code, out]).toEqual([
      1,
      stringMatching(/problem +authenticator apps: .*not configured: 1;/),
    ]);
    const resealed = await call(retired, "keys", "reseal");
    expect(resealed).toMatchObject({ code: 1, out: stringContaining("secret opens: 1.") });
    const restored = { ...retired, SERVICE_AUTH_PREVIOUS_SECRETS: SECRET };
    expect((await callJson(restored, "keys", "reseal")).value).toMatchObject({ resealed: 1 });
    expect((await call(retired, "doctor")).out).toMatch(/ok +authenticator apps: every secret/);
  });
});
