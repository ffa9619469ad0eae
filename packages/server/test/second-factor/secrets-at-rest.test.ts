import { on } from "@acme/auth-core";
import { DAY, MINUTE } from "@acme/auth-core/surface";
import { readJson } from "@acme/auth-testing/read-json";
import { webhookTables } from "@acme/auth-webhooks/kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../agent.js";
import { startedService } from "../describe-service.js";
import { spellingsOfCode, spellingsOfTotp } from "../factor-spellings.js";
import { createLeaving, PASSWORD } from "../leaving.js";
import { DATABASES } from "../service.js";
import {
  codeAt,
  DISABLE,
  ENABLE,
  enrollPasskey,
  GENERATE_BACKUP_CODES,
  VERIFY_BACKUP_CODE,
  VERIFY_TOTP,
  wrongCode,
} from "./enrolled.js";
import { WITH_SECOND_FACTOR } from "./start.js";
import { startReceiver, type WebhookReceiver, webhooksToHere } from "./webhook-receiver.js";

const RECOVERY = "/api/v1/auth/recovery";
const STARTED = { totpURI: "string", backupCodes: ["string"] } as const;

/** What the application is told of; webhooks are told of everything. */
const TOLD = ["session.opened", "session.ended", "password.changed"] as const;
const TOLD_OF_FACTORS = [
  "second_factor.enabled",
  "second_factor.replaced",
  "second_factor.disabled",
  "second_factor.proved",
  "second_factor.refused",
  "recovery_codes.replaced",
  "recovery_code.used",
  "recovery.started",
  "recovery.vetoed",
];

describe.each(DATABASES)("a second factor, on %s", (database) => {
  const events: unknown[] = [];
  const after = async (told: unknown) => void events.push(told);
  const service = startedService(database, {
    start: {
      authFeatures: [...WITH_SECOND_FACTOR.authFeatures, webhooksToHere()],
      tables: [...WITH_SECOND_FACTOR.tables, webhookTables],
      features: WITH_SECOND_FACTOR.features,
      subscribers: [
        ...TOLD.map((event) => on(event, { after })),
        ...TOLD_OF_FACTORS.map((name) => on({ name, detail: [] }, { after })),
      ],
    },
  });
  const leaving = createLeaving(service);
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startReceiver(service);
  });
  afterAll(() => receiver.stop());
  const email = "ada@example.com";

  /** Waits with a first proof. Returns the browser, and the cookie of the sign-in. */
  async function waiting(secrets: string[]): Promise<Agent> {
    const browser = service.agent();
    const otp = await service.codeFor(email, browser);
    await browser.post("/api/auth/email-otp/sign-in", { email, otp });
    secrets.push(browser.cookies.get("pending-sign-in") ?? "none");
    return browser;
  }

  it("is in no row, log line, audit entry, event, webhook, mail or export, whatever becomes of it", async () => {
    const secrets: string[] = [];
    const codes: string[] = [];
    const ada = await leaving.member(email);
    const begin = async (own: object = {}) => {
      const { body } = await ada.post(ENABLE, { password: PASSWORD, ...own });
      const { totpURI, backupCodes } = readJson(body, STARTED);
      secrets.push(...spellingsOfTotp(totpURI), ...backupCodes.flatMap(spellingsOfCode));
      return { uri: totpURI, backupCodes };
    };
    const codeOf = (uri: string): string => {
      service.clock.advance(MINUTE);
      const typed = codeAt(uri, service.clock.now());
      codes.push(typed);
      return typed;
    };
    await begin();
    const { uri, backupCodes } = await begin();
    expect((await ada.post(VERIFY_TOTP, { code: codeOf(uri) })).status).toBe(200);
    const browser = await waiting(secrets);
    codes.push(wrongCode({ backupCodes, code: () => codeOf(uri) }));
    await browser.post(VERIFY_TOTP, { code: codes.at(-1) });
    expect((await browser.post(VERIFY_TOTP, { code: codeOf(uri) })).status).toBe(200);
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
    // Beside the app that counts, one that is being set up.
    const next = await begin({ replace: true });
    // Everything that there is now, and what is left after the end.
    const atRest = async () =>
      (await service.rows()).flatMap(({ values }) => Object.values(values)).join("\n");
    const before = await atRest();
    const hashes = (await service.rows())
      .filter(({ table }) => table.startsWith("auth_second_factor_"))
      .flatMap(({ values }) => Object.entries(values))
      .filter(([column]) => /hash|secret/.test(column))
      .map(([, value]) => value);
    expect((await ada.post(VERIFY_TOTP, { code: codeOf(next.uri) })).status).toBe(200);
    expect((await ada.post(DISABLE, { password: PASSWORD })).status).toBe(200);
    await enrollPasskey(ada);
    service.clock.advance(DAY);
    await service.auth.worker.runDue();

    const said = [
      exported,
      JSON.stringify(events),
      ...receiver.posted,
      JSON.stringify(service.logs),
      ...service.inbox.mails.flatMap(({ subject, text, html }) => [subject, text, html]),
      (await ada.get("/api/v1/me/activity")).text,
    ].join("\n");
    for (const name of TOLD_OF_FACTORS) {
      expect(JSON.stringify(events)).toContain(`"${name}"`);
      expect(receiver.posted.join("\n")).toContain(`{"type":"${name}"`);
    }
    expect(hashes.length).toBeGreaterThan(10);
    const everywhere = [before, await atRest(), said].join("\n");
    expect(secrets.filter((secret) => everywhere.includes(secret))).toEqual([]);
    const words = new Set(everywhere.split(/[^0-9A-Za-z]+/));
    expect(codes.filter((typed) => words.has(typed))).toEqual([]);
    expect(hashes.filter((hash) => said.includes(hash))).toEqual([]);
    expect(everywhere).not.toContain("otpauth:");
  });
});
