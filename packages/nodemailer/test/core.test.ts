import {
  type Client,
  createAuth,
  type LogFields,
  parseEmailAddress,
  Secret,
} from "@acme/auth-core";
import { SECOND } from "@acme/auth-core/surface";
import { openMemoryStore } from "@acme/auth-kysely/sqlite";
import {
  createFixedClock,
  createManualScheduler,
  createSeededRandom,
  fixedLinks,
} from "@acme/auth-testing";
import { stringMatching } from "@acme/auth-testing/matchers";
import type { SMTPServerOptions } from "smtp-server";
import { describe, expect, it, onTestFinished } from "vitest";
import { openMailServer } from "./mail-server.js";
import { openMailer, to } from "./mailing.js";

const ada = parseEmailAddress("ada@example.test")!;
const client: Client = {
  ipAddress: "192.0.2.1",
  network: "192.0.2.1",
  userAgent: null,
  sessionToken: null,
  browserToken: null,
  organization: null,
};

async function openWorld(options: SMTPServerOptions = {}, appName = "Acme") {
  const store = await openMemoryStore();
  onTestFinished(() => store.close());
  const server = await openMailServer(options);
  const clock = createFixedClock();
  const log: string[] = [];
  const write = (event: string, fields?: LogFields, failure?: unknown) =>
    void log.push(`${event} ${JSON.stringify(fields)} ${String(failure)}`);
  const auth = createAuth({
    store,
    mailer: openMailer(to(server)),
    links: fixedLinks,
    secret: Buffer.alloc(32, 7).toString("base64"),
    appName,
    logger: { debug: write, info: write, warn: write, error: write },
    ports: { clock, random: createSeededRandom(), scheduler: createManualScheduler() },
  });
  const codeIn = (text: string | undefined): Secret => new Secret(/^\d{6}$/m.exec(text ?? "")![0]);
  return { auth, server, clock, log, codeIn };
}

describe("a code that was asked for", () => {
  it("arrives by SMTP, in text and page, and signs in", async () => {
    const { auth, server, log, codeIn } = await openWorld();
    await auth.emailOtp.send(ada, "sign-in", client);
    expect(server.mails).toEqual([]);
    expect(await auth.worker.runDue()).toBe(1);
    expect(server.mails).toMatchObject([
      {
        to: [ada],
        email: { subject: stringMatching(/^\d{6} is your Acme code$/) },
      },
    ]);
    const { text, html, email } = server.mails[0]!;
    expect(email.messageId).toMatch(/^<[\da-f-]{36}@api\.example\.com>$/);
    const code = codeIn(text);
    expect(html).toContain(`>${code.reveal()}<`);
    const { user } = await auth.emailOtp.signIn({ email: ada, otp: code }, client);
    expect(user).toMatchObject({ email: ada, emailVerified: true });
    expect(log.join("\n")).toContain("mail_sent");
    expect(log.join("\n")).not.toContain(code.reveal());
    expect(await auth.worker.runDue()).toBe(0);
    expect(server.mails).toHaveLength(1);
  });

  it("comes with the next attempt, by the same Message-ID, when the server had it come again", async () => {
    const seen: string[] = [];
    const { auth, server, clock, codeIn } = await openWorld({
      onData: (stream, _session, done) => {
        let source = "";
        stream.on("data", (chunk: Buffer) => (source += chunk.toString()));
        stream.on("end", () => {
          seen.push(source);
          done(
            seen.length === 1
              ? Object.assign(new Error("Greylisted"), { responseCode: 451 })
              : null,
          );
        });
      },
    });
    await auth.emailOtp.send(ada, "sign-in", client);
    await auth.worker.runDue();
    clock.advance(5 * SECOND);
    await auth.worker.runDue();
    expect(new Set(seen.map((source) => /^Message-ID: (.*)\r$/m.exec(source)?.[1])).size).toBe(1);
    expect(seen).toHaveLength(2);
    expect(server.mails).toEqual([]);
    await auth.emailOtp.signIn({ email: ada, otp: codeIn(seen[1]!.replaceAll("\r", "")) }, client);
  });

  it("that the server never takes is reported in the end, without code and email address", async () => {
    const { auth, clock, log } = await openWorld({
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`No ${address}`), { responseCode: 550 })),
    });
    await auth.passwords.signUp(
      {
        email: ada,
        password: new Secret("correct horse battery"),
        name: "Ada",
        image: null,
        redirectTo: null,
      },
      client,
    );
    for (let attempt = 0; attempt < 8; attempt++) {
      await auth.worker.runDue();
      clock.advance(3_600 * SECOND);
    }
    const dead = log.filter((line) => line.startsWith("mail_dead"));
    expect(dead).toHaveLength(1);
    expect(dead[0]).toContain(
      "SMTP delivery failed: the server refused sender or recipient (EENVELOPE, RCPT TO, 550 5.1.1)",
    );
    expect(log.join("\n")).not.toContain(ada);
  });

  it("names an application whose name is hard to write", async () => {
    const name = `Zoë's "Größe" <b>& Söhne</b>, 世界 👋`;
    const { auth, server } = await openWorld({}, name);
    await auth.emailOtp.send(ada, "sign-in", client);
    await auth.worker.runDue();
    expect(server.mails[0]!.email.subject).toBe(
      `${server.mails[0]!.email.subject?.slice(0, 6)} is your ${name} code`,
    );
    expect(server.mails[0]!.text).toContain(`sign in to ${name}:`);
    expect(server.mails[0]!.html).not.toContain("<b>");
  });
});
