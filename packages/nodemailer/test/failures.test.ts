import type { EmailAddress } from "@acme/auth-core";
import { describe, expect, it } from "vitest";
import { openMailServer } from "./mail-server.js";
import { failureOf, MAIL, openMailer, to } from "./mailing.js";
import { die, hang, leave, openScriptedServer } from "./scripted-server.js";

const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });
const eve = "eve@example.test" as EmailAddress;
const QUICK = { connect: 150, silence: 150, delivery: 3_000 };

describe("a refused recipient", () => {
  it("fails the mail and not the one behind it, which takes the same connection", async () => {
    const server = await openMailServer({
      onRcptTo: ({ address }, _session, done) => done(address === eve ? refusal(550, `${eve} is unknown, and so is code 042137`) : null),
    });
    const mailer = openMailer(to(server));
    const message = await failureOf(mailer.deliver({ ...MAIL, to: eve }));
    expect(message).toBe("SMTP delivery failed: the server refused the sender or the recipient (EENVELOPE, RCPT TO, 550 5.1.1)");
    await mailer.deliver(MAIL);
    expect(server.mails.map((mail) => mail.to)).toEqual([[MAIL.to]]);
    expect(server.connections()).toBe(1);
  });

  it("for now only is accepted when it comes again, by the same Message-ID", async () => {
    let attempts = 0;
    const server = await openMailServer({ onRcptTo: (_address, _session, done) => done(++attempts === 1 ? refusal(451, "Greylisted") : null) });
    const mailer = openMailer(to(server));
    expect(await failureOf(mailer.deliver(MAIL))).toContain("EENVELOPE, RCPT TO, 451 4.3.0");
    await mailer.deliver(MAIL);
    expect(server.mails.map(({ email }) => email.messageId)).toEqual([MAIL.messageId]);
  });
});

describe("a server that refuses", () => {
  const echo = `554 5.7.1 Spam: ${MAIL.subject} ${MAIL.text.replaceAll("\n", " ")} for ${MAIL.to}`;

  it.each([
    ["hello", echo, "the server does not speak SMTP as it should (EPROTOCOL, CONN, 554 5.7.1)"],
    ["hello", `421 4.3.2 Busy ${MAIL.to}`, "the server does not speak SMTP as it should (EPROTOCOL, CONN, 421 4.3.2)"],
    ["hello", "HTTP/1.1 400 Bad Request", "the server does not speak SMTP as it should (EPROTOCOL, CONN)"],
    ["MAIL", echo, "the server refused the sender or the recipient (EENVELOPE, MAIL FROM, 554 5.7.1)"],
    ["RCPT", echo, "the server refused the sender or the recipient (EENVELOPE, RCPT TO, 554 5.7.1)"],
    ["RCPT", "550-5.1.1 No\r\n550 5.1.1 such user", "the server refused the sender or the recipient (EENVELOPE, RCPT TO, 550 5.1.1)"],
    ["RCPT", "550 042137", "the server refused the sender or the recipient (EENVELOPE, RCPT TO, 550)"],
    ["DATA", echo, "the server refused the sender or the recipient (EENVELOPE, DATA, 554 5.7.1)"],
    ["end", echo, "the server refused the message (EMESSAGE, DATA, 554 5.7.1)"],
    ["end", `452 4.2.2 ${MAIL.to} is full`, "the server refused the message (EMESSAGE, DATA, 452 4.2.2)"],
  ] as const)("%s with «%s» is quoted by its numbers only", async (moment, reply, reason) => {
    const server = await openScriptedServer({ [moment]: reply });
    expect(await failureOf(openMailer(to(server), { timeouts: QUICK }).deliver(MAIL))).toBe(`SMTP delivery failed: ${reason}`);
  });
});

describe.each(["hello", "EHLO", "MAIL", "RCPT", "DATA", "text", "end"] as const)("a server that, at %s,", (moment) => {
  it.each([
    ["dies", die],
    ["hangs up", leave],
    ["hangs", hang],
    ["says one thing over and over", "250-still thinking"],
  ])("%s fails the mail, which is not sent a second time", async (_how, reaction) => {
    const server = await openScriptedServer({ [moment]: reaction });
    const mailer = openMailer(to(server), { timeouts: QUICK });
    expect(await failureOf(mailer.deliver(MAIL))).toMatch(/^SMTP delivery failed: /);
    expect(server.messages).toHaveLength(moment === "end" ? 1 : 0);
    await server.end();
  });
});
