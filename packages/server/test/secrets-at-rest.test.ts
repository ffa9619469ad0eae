import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase } from "@acme/auth-testing/postgres";
import { afterAll, describe, expect, it } from "vitest";
import { inject } from "vitest";
import { readConfig } from "../src/config/config.js";
import { compose } from "../src/starting/compose.js";
import { dumpDatabase } from "./database-dump.js";
import { serviceStarter } from "./describe-service.js";
import { AUTHENTICATION_OPTIONS, optionsFrom } from "./passkeys.js";
import { DATABASES, SECRET, SEND_CODE } from "./service.js";

const PASSWORD = "correct horse battery staple";

/** A secret as it might be written down, had somebody written it down. */
function spellingsOf(secret: string): readonly string[] {
  const readings = [Buffer.from(secret), Buffer.from(secret, "base64url")];
  return [
    secret,
    ...readings.flatMap((bytes) => [
      bytes.toString("hex"),
      bytes.toString("base64"),
      bytes.toString("base64url"),
    ]),
  ];
}

describe.each(DATABASES)("secrets at rest, on %s", (database) => {
  const start = serviceStarter(database);
  const folder = mkdtempSync(join(tmpdir(), "secrets-at-rest-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("a dump holds no session token, no code, no link, no challenge, no password, no HMAC of a code under anything in the dump, and no master secret", async () => {
    const location =
      database === "sqlite" ? join(folder, "auth.db") : await createDatabase(inject("postgresUrl"));
    const service = await start({ location });
    const tokens: string[] = [PASSWORD];
    const codes: { readonly email: string; readonly otp: string }[] = [];
    for (let person = 0; person < 20; person++) {
      const email = `person${person}@example.com`;
      const agent = await service.signedIn(email);
      tokens.push(agent.cookies.get("session")!);
      // One that is mailed and one that still waits in the outbox.
      codes.push({ email, otp: await service.codeFor(email, agent) });
      await agent.post(SEND_CODE, { email: `waiting-${email}`, type: "sign-in" });
    }
    const agent = service.agent();
    await agent.post("/api/auth/sign-up", { email: "ada@example.com", password: PASSWORD });
    await agent.post("/api/auth/request-password-reset", { email: "ada@example.com" });
    await agent.post("/api/auth/change-email", { newEmail: "new-ada@example.com" });
    await agent.post("/api/auth/magic-link/send", { email: "ada@example.com" });
    const { challenge } = await optionsFrom(agent, AUTHENTICATION_OPTIONS);
    tokens.push(challenge, agent.cookies.get("browser")!);
    await service.auth.worker.runDue();
    for (const { text } of service.inbox.mails)
      for (const [token] of text.matchAll(/[\w-]{43,}/g)) tokens.push(token);
    await agent.post("/api/v1/auth/resend-verification", { email: "ada@example.com" });
    tokens.push(agent.cookies.get("session")!);
    const values = await dumpDatabase(location);
    const dump = values.join("\n");
    expect(values.length).toBeGreaterThan(500);

    for (const secret of [...tokens, SECRET])
      for (const spelling of spellingsOf(secret)) expect(dump).not.toContain(spelling);
    // Six digits occur in times and ids by chance; a code at rest would be a whole number or text
    // of its own.
    for (const { otp } of codes)
      expect(values.flatMap((value) => value.split(/[^0-9A-Za-z]+/))).not.toContain(otp);

    const keys = [...new Set(values)].flatMap((value) => [
      Buffer.from(value),
      Buffer.from(value, "base64url"),
      Buffer.from(value, "hex"),
    ]);
    const messages = codes
      .slice(0, 3)
      .flatMap(({ email, otp }) => [
        otp,
        `${email}${otp}`,
        `sign-in ${email}${otp}`,
        `${otp}${email}`,
        JSON.stringify([`sign-in ${email}`, otp]),
      ]);
    const macs = messages.flatMap((message) =>
      keys.map((key) => createHmac("sha256", key).update(message).digest()),
    );
    expect(
      macs.filter(
        (mac) => dump.includes(mac.toString("hex")) || dump.includes(mac.toString("base64url")),
      ),
    ).toEqual([]);
  });

  it("a server that has just started has no user", async () => {
    const location =
      database === "sqlite" ? join(folder, "new.db") : await createDatabase(inject("postgresUrl"));
    const DATABASE_URL = database === "sqlite" ? `sqlite:${location}` : location;
    const { config } = readConfig({
      SERVICE_AUTH_SECRET: SECRET,
      SERVICE_AUTH_URL: "http://localhost:3000",
      DATABASE_URL,
    });
    await (await compose(config)).close();
    const values = await dumpDatabase(location);
    expect(values).not.toEqual([]);
    expect(values.filter((value) => value.includes("@"))).toEqual([]);
  });
});
