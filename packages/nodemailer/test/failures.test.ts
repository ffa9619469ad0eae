import type { EmailAddress } from "@acme/auth-core";
import { asChecked } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { openMailServer } from "./mail-server.js";
import { failureOf, MAIL, openMailer, to } from "./mailing.js";
import { die, hang, leave, openScriptedServer, prattle } from "./scripted-server.js";

const refusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });
const eve = asChecked<EmailAddress>("eve@example.test");
const QUICK = { connect: 150, silence: 150, delivery: 500 };

describe("a refused recipient", () => {
  it("fails the mail and not the one behind it", async () => {
    const server = await openMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(address === eve ? refusal(550, `${eve} is unknown, and so is code 042137`) : null),
    });
    const mailer = openMailer(to(server));
    const message = await failureOf(mailer.deliver({ ...MAIL, to: eve }));
    expect(message).toBe(
      "SMTP delivery failed: the server refused sender or recipient (EENVELOPE, RCPT TO, 550 5.1.1)",
    );
    await mailer.deliver(MAIL);
    expect(server.mails.map((mail) => mail.to)).toEqual([[MAIL.to]]);
  });

  it("for now only is accepted when it comes again, by the same Message-ID", async () => {
    let attempts = 0;
    const server = await openMailServer({
      onRcptTo: (_address, _session, done) =>
        done(++attempts === 1 ? refusal(451, "Greylisted") : null),
    });
    const mailer = openMailer(to(server));
    expect(await failureOf(mailer.deliver(MAIL))).toContain("EENVELOPE, RCPT TO, 451 4.3.0");
    await mailer.deliver(MAIL);
    expect(server.mails.map(({ email }) => email.messageId)).toEqual([MAIL.messageId]);
  });
});

describe("a server that refuses", () => {
  const echo = `554 5.7.1 Spam: ${MAIL.subject} ${MAIL.text.replaceAll("\n", " ")} for ${MAIL.to}`;

  it.each([
    ["hello", echo, "the server refused the connection (EPROTOCOL, CONN, 554 5.7.1)"],
    [
      "hello",
      `421 4.3.2 Busy ${MAIL.to}`,
      "the server refused the connection (EPROTOCOL, CONN, 421 4.3.2)",
    ],
    ["hello", "HTTP/1.1 400 Bad Request", "the server refused the connection (EPROTOCOL, CONN)"],
    ["MAIL", echo, "the server refused sender or recipient (EENVELOPE, MAIL FROM, 554 5.7.1)"],
    ["RCPT", echo, "the server refused sender or recipient (EENVELOPE, RCPT TO, 554 5.7.1)"],
    [
      "RCPT",
      "550-5.1.1 No\r\n550 5.1.1 such user",
      "the server refused sender or recipient (EENVELOPE, RCPT TO, 550 5.1.1)",
    ],
    ["RCPT", "550 042137", "the server refused sender or recipient (EENVELOPE, RCPT TO, 550)"],
    ["DATA", echo, "the server refused sender or recipient (EENVELOPE, DATA, 554 5.7.1)"],
    ["end", echo, "the server refused the message (EMESSAGE, DATA, 554 5.7.1)"],
    [
      "end",
      `452 4.2.2 ${MAIL.to} is full`,
      "the server refused the message (EMESSAGE, DATA, 452 4.2.2)",
    ],
  ] as const)("%s with «%s» is quoted by its numbers only", async (moment, reply, reason) => {
    const server = await openScriptedServer({ [moment]: reply });
    expect(await failureOf(openMailer(to(server)).deliver(MAIL))).toBe(
      `SMTP delivery failed: ${reason}`,
    );
  });
});

describe.each(["hello", "EHLO", "MAIL", "RCPT", "DATA", "end"] as const)(
  "a server that, at %s,",
  (moment) => {
    it.each([
      ["dies", die],
      ["hangs up", leave],
      ["hangs", hang],
      ["begins an answer and hangs", "250-Let me think"],
      ["thinks aloud and comes to no end", prattle],
    ])("%s fails the mail, which is not sent a second time", async (_how, reaction) => {
      const server = await openScriptedServer({ [moment]: reaction });
      const mailer = openMailer(to(server), { timeouts: QUICK });
      expect(await failureOf(mailer.deliver(MAIL))).toMatch(/^SMTP delivery failed: /);
      expect(server.messages.length).toBeLessThanOrEqual(moment === "end" ? 1 : 0);
      mailer.close();
      await server.end();
    });
  },
);

describe("a server that dies in the middle of a message", () => {
  it.each([
    ["at once", die],
    ["politely", leave],
  ])("%s fails the mail, which is whole at the next attempt", async (_how, reaction) => {
    let deaths = 0;
    const server = await openScriptedServer({
      text: (socket) => {
        if (deaths++ === 0) reaction(socket);
      },
    });
    const mailer = openMailer(to(server));
    expect(await failureOf(mailer.deliver(MAIL))).toContain("ECONNECTION");
    expect(server.messages).toEqual([]);
    await mailer.deliver(MAIL);
    expect(server.messages).toHaveLength(1);
    expect(server.messages[0]).toContain(`Message-ID: ${MAIL.messageId}\r\n`);
  });
});

describe("the time a server may take", () => {
  const PATIENT = { connect: 10_000, silence: 10_000, delivery: 10_000 };

  it.each([
    [
      "to let us in",
      {
        script: { hello: hang },
        timeouts: { connect: 100 },
        reason: "the server did not answer in time (ETIMEDOUT, CONN)",
      },
    ],
    [
      "between two words",
      {
        script: { RCPT: hang },
        timeouts: { silence: 100 },
        reason: "the server did not answer in time (ETIMEDOUT, CONN)",
      },
    ],
    [
      "for one mail",
      {
        script: { RCPT: prattle },
        timeouts: { delivery: 200 },
        reason: "not accepted in the time a mail may take (EABORT)",
      },
    ],
  ])("%s is limited by itself", async (_what, { script, timeouts, reason }) => {
    const server = await openScriptedServer(script);
    const mailer = openMailer(to(server), { timeouts: { ...PATIENT, ...timeouts } });
    expect(await failureOf(mailer.deliver(MAIL))).toBe(`SMTP delivery failed: ${reason}`);
  });
});

describe("a mail that waits for a connection", () => {
  it("while all of them hang fails in time, and is not sent later", async () => {
    const server = await openScriptedServer({ RCPT: hang });
    const mailer = openMailer(to(server), {
      // Long enough for five connections to come as far as their recipient.
      timeouts: { connect: 20_000, silence: 20_000, delivery: 2_000 },
    });
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () => failureOf(mailer.deliver(MAIL))),
    );
    expect(new Set(outcomes)).toEqual(
      new Set(["SMTP delivery failed: not accepted in the time a mail may take (EABORT)"]),
    );
    await server.end();
    expect(server.heard.filter((line) => line.startsWith("MAIL"))).toHaveLength(5);
  });
});
