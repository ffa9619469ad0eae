import { on } from "@acme/auth-core";
import { DAY } from "@acme/auth-core/surface";
import { readJson } from "@acme/auth-testing/read-json";
import { describe, expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { startedService } from "../describe-service.js";
import { spellingsOfCode, spellingsOfTotp } from "../factor-spellings.js";
import { createLeaving, PASSWORD } from "../leaving.js";
import { DATABASES } from "../service.js";
import {
  DISABLE,
  ENABLE,
  enrollPasskey,
  enrollTotp,
  GENERATE_BACKUP_CODES,
  VERIFY_BACKUP_CODE,
  VERIFY_TOTP,
  wrongCode,
} from "./enrolled.js";
import { WITH_SECOND_FACTOR } from "./start.js";

const RECOVERY = "/api/v1/auth/recovery";
const STARTED = { totpURI: "string", backupCodes: ["string"] } as const;

/** What webhooks and the application are told of. */
const TOLD = [
  "session.opened",
  "session.ended",
  "password.changed",
  "second_factor.enabled",
  "second_factor.replaced",
  "second_factor.disabled",
  "second_factor.proved",
  "second_factor.refused",
  "second_factor.locked",
  "recovery_codes.replaced",
  "recovery_code.used",
  "recovery.started",
  "recovery.vetoed",
  "recovery.completed",
] as const;

describe.each(DATABASES)("a second factor, on %s", (database) => {
  const events: unknown[] = [];
  const service = startedService(database, {
    start: {
      ...WITH_SECOND_FACTOR,
      subscribers: TOLD.map((event) =>
        on(event, { after: async (told) => void events.push(told) }),
      ),
    },
  });
  const leaving = createLeaving(service);
  const email = "ada@example.com";

  /** Waits with a first proof. Returns the browser, and the cookie of the sign-in. */
  async function waiting(secrets: string[]): Promise<Agent> {
    const browser = service.agent();
    const otp = await service.codeFor(email, browser);
    await browser.post("/api/auth/email-otp/sign-in", { email, otp });
    secrets.push(browser.cookies.get("pending-sign-in") ?? "none");
    return browser;
  }

  it("is in no row, log line, audit entry, event, mail or export, whatever becomes of it", async () => {
    const secrets: string[] = [];
    const codes: string[] = [];
    const ada = await leaving.member(email);
    // One that is set up, and one that is not confirmed any more.
    for (let started = 0; started < 2; started++) {
      const { body } = await ada.post(ENABLE, { password: PASSWORD });
      const { totpURI, backupCodes } = readJson(body, STARTED);
      secrets.push(...spellingsOfTotp(totpURI), ...backupCodes.flatMap(spellingsOfCode));
    }
    const { code, backupCodes } = await enrollTotp(service, ada);
    secrets.push(...backupCodes.flatMap(spellingsOfCode));
    const next = (): string => {
      const typed = code();
      codes.push(typed);
      return typed;
    };
    const browser = await waiting(secrets);
    codes.push(wrongCode({ backupCodes, code }));
    await browser.post(VERIFY_TOTP, { code: codes.at(-1) });
    expect((await browser.post(VERIFY_TOTP, { code: next() })).status).toBe(200);
    const another = await waiting(secrets);
    expect((await another.post(VERIFY_BACKUP_CODE, { code: backupCodes[0] })).status).toBe(200);
    const made = await ada.post(GENERATE_BACKUP_CODES, { password: PASSWORD });
    const renewed = readJson(made.body, { backupCodes: ["string"] }).backupCodes;
    secrets.push(...renewed.flatMap(spellingsOfCode));
    const lost = await waiting(secrets);
    expect((await lost.post(RECOVERY)).status).toBe(202);
    await waiting(secrets);
    const { link } = await leaving.readyExport(ada);
    const exported = (await ada.get(link)).text;
    expect((await ada.get("/api/v1/me/activity")).text).toContain("recovery_code.used");
    // Everything that there is now, and what is left after the end.
    const atRest = async () =>
      (await service.rows()).flatMap(({ values }) => Object.values(values)).join("\n");
    const before = await atRest();
    const hashes = (await service.rows())
      .filter(({ table }) => table.startsWith("auth_second_factor_"))
      .flatMap(({ values }) => Object.entries(values))
      .filter(([column]) => /hash|secret/.test(column))
      .map(([, value]) => value);
    await ada.post(VERIFY_TOTP, { code: next() });
    expect((await ada.post(DISABLE, { password: PASSWORD })).status).toBe(200);
    await enrollPasskey(ada);
    service.clock.advance(DAY);
    await service.auth.worker.runDue();

    const said = [
      exported,
      JSON.stringify(events),
      JSON.stringify(service.logs),
      ...service.inbox.mails.flatMap(({ subject, text, html }) => [subject, text, html]),
      (await ada.get("/api/v1/me/activity")).text,
    ].join("\n");
    expect(events.length).toBeGreaterThan(5);
    expect(hashes.length).toBeGreaterThan(10);
    const everywhere = [before, await atRest(), said].join("\n");
    expect(secrets.filter((secret) => everywhere.includes(secret))).toEqual([]);
    const words = new Set(everywhere.split(/[^0-9A-Za-z]+/));
    expect(codes.filter((typed) => words.has(typed))).toEqual([]);
    expect(hashes.filter((hash) => said.includes(hash))).toEqual([]);
    expect(everywhere).not.toContain("otpauth:");
  });
});
