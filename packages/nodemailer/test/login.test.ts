import type { SMTPServerOptions } from "smtp-server";
import { describe, expect, it } from "vitest";
import { selfSigned } from "./certificate.js";
import { openMailServer } from "./mail-server.js";
import { AS_USER, failureOf, MAIL, openMailer, PASSWORD, to, USER } from "./mailing.js";
import { openScriptedServer } from "./scripted-server.js";

const { cert, key } = selfSigned(["127.0.0.1"]);

/** A server that wants to know who hands mails in, under TLS only. */
const guarded = (options: SMTPServerOptions = {}): SMTPServerOptions => ({
  cert,
  key,
  authOptional: false,
  disabledCommands: [],
  onAuth(auth, _session, done) {
    const right =
      auth.method === "CRAM-MD5" ? auth.validatePassword(PASSWORD) : auth.password === PASSWORD;
    if (right && auth.username === USER) done(null, { user: USER });
    // What a server may say, for all we know.
    else
      done(
        Object.assign(new Error(`No ${auth.username} with password ${auth.password} here`), {
          responseCode: 535,
        }),
      );
  },
  ...options,
});

describe.each(["PLAIN", "LOGIN", "CRAM-MD5"])("a login by %s", (method) => {
  it("with the right password hands the mail in", async () => {
    const server = await openMailServer(guarded({ authMethods: [method] }));
    await openMailer(to(server, "smtp", AS_USER), { ca: cert }).deliver(MAIL);
    expect(server.mails).toMatchObject([{ user: USER, secure: true }]);
  });

  it("with a wrong one is refused, and neither is repeated", async () => {
    const server = await openMailServer(guarded({ authMethods: [method] }));
    const wrong = AS_USER.replace(/:.*@/, ":hunter2@");
    const message = await failureOf(
      openMailer(to(server, "smtp", wrong), { ca: cert }).deliver(MAIL),
    );
    expect(message).toMatch(
      /^SMTP delivery failed: the server refused user and password \(EAUTH, AUTH [A-Z\d-]+, 535/,
    );
    expect(message).not.toMatch(/hunter2|acme/);
    expect(server.mails).toEqual([]);
  });
});

describe("a login that is only verified", () => {
  it("is accepted with the right password, and nothing is sent", async () => {
    const server = await openMailServer(guarded());
    await openMailer(to(server, "smtp", AS_USER), { ca: cert }).verify();
    expect(server.mails).toEqual([]);
  });

  it("is refused with a wrong password, by a server that is away and by a closed mailer, and says nothing secret", async () => {
    const server = await openMailServer(guarded());
    const wrong = openMailer(to(server, "smtp", AS_USER.replace(/:.*@/, ":hunter2@")), {
      ca: cert,
    });
    expect(await failureOf(wrong.verify())).toMatch(/the server refused user and password/);
    expect(await failureOf(openMailer("smtp://127.0.0.1:9").verify())).toMatch(/ECONNREFUSED/);
    wrong.close();
    expect(await failureOf(wrong.verify())).toMatch(/the mailer is closed/);
  });
});

describe("a password", () => {
  it("goes to a server that has TLS from the start", async () => {
    const server = await openMailServer(guarded({ secure: true }));
    await openMailer(to(server, "smtps", AS_USER), { ca: cert }).deliver(MAIL);
    expect(server.mails).toMatchObject([{ user: USER }]);
  });

  it("is not sent before the certificate is verified", async () => {
    let logins = 0;
    const server = await openMailServer(
      guarded({ onAuth: (_auth, _session, done) => done(null, { user: logins++ }) }),
    );
    await failureOf(openMailer(to(server, "smtp", AS_USER)).deliver(MAIL));
    await failureOf(openMailer(to(server, "smtp", AS_USER), { requireTls: false }).deliver(MAIL));
    expect(logins).toBe(0);
  });

  it("is not sent unencrypted to a server that did not ask for it", async () => {
    const server = await openScriptedServer();
    await openMailer(`smtp://${AS_USER}0.0.0.0:${server.port}`, { requireTls: false }).deliver(
      MAIL,
    );
    expect(server.heard.filter((line) => line.startsWith("AUTH"))).toEqual([]);
    expect(server.messages).toHaveLength(1);
  });

  it("that an encrypted server does not ask for makes it a server we do not know", async () => {
    const server = await openMailServer({ cert, key, disabledCommands: ["AUTH"] });
    const message = await failureOf(
      openMailer(to(server, "smtp", AS_USER), { ca: cert, requireTls: true }).deliver(MAIL),
    );
    expect(message).toContain("the server refused user and password");
    expect(server.mails).toEqual([]);
  });

  it("that a server wants and that is not configured is said to be missing", async () => {
    const server = await openMailServer(guarded());
    expect(await failureOf(openMailer(to(server), { ca: cert }).deliver(MAIL))).toMatch(
      /refused sender or recipient \(EENVELOPE, MAIL FROM, 530/,
    );
  });
});
