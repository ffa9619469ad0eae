import type { EmailAddress } from "@acme/auth-core";
import { asChecked } from "@acme/auth-testing";
import { describe, expect, it } from "vitest";
import { openMailServer } from "./mail-server.js";
import { MAIL, openMailer, SENDER, to } from "./mailing.js";
import { openScriptedServer } from "./scripted-server.js";

const HARD = "Grüße, Ζωή, 世界, שלום, 👩🏽‍🚀, e\u0301 ≠ é, \u202eabc\u202c, Ω, “”";

describe("a mail", () => {
  it("arrives as it was given, and brings no header but those it needs", async () => {
    const server = await openMailServer();
    await openMailer(to(server)).deliver(MAIL);
    expect(server.mails).toHaveLength(1);
    const { email, ...envelope } = server.mails[0]!;
    expect(envelope).toMatchObject({
      from: SENDER,
      to: [MAIL.to],
      text: MAIL.text,
      html: MAIL.html,
    });
    expect(email).toMatchObject({ subject: MAIL.subject, messageId: MAIL.messageId });
    expect(email.from).toMatchObject({ name: "Acme", address: SENDER });
    expect(email.to).toMatchObject([{ name: "", address: MAIL.to }]);
    expect(email.attachments).toEqual([]);
    expect(email.headers.map(({ key }) => key).sort()).toEqual([
      "auto-submitted",
      "content-type",
      "date",
      "from",
      "message-id",
      "mime-version",
      "subject",
      "to",
    ]);
    expect(email.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-generated");
  });

  it("keeps every character of its text, its page, its subject and its sender's name", async () => {
    const server = await openMailServer();
    const text = `${HARD}\n.\n..two dots\n\ttabs and trailing blanks  \n\n${"long ".repeat(500)}\nFrom here\n=3D\n`;
    const html = `<!doctype html><html><body><p>${HARD}</p>\n.\n<p>${"&amp;lang ".repeat(300)}</p></body></html>\n`;
    const name = `${"Zoë & Söhne, 世界 👋 ".repeat(6)}GmbH`;
    const subject = `${HARD} `.repeat(5).trim();
    await openMailer(to(server), { from: { name, address: SENDER } }).deliver({
      ...MAIL,
      subject,
      text,
      html,
    });
    expect(server.mails).toMatchObject([{ text, html, email: { subject, from: { name } } }]);
  });

  it("travels in lines of ASCII that no server has to cut", async () => {
    const server = await openMailServer();
    await openMailer(to(server)).deliver({
      ...MAIL,
      subject: HARD.repeat(9),
      text: HARD.repeat(99),
      html: HARD.repeat(99),
    });
    const lines = server.mails[0]!.source.split("\r\n");
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(78);
    expect(lines.join("")).toMatch(/^[\t\x20-\x7e]*$/);
  });

  it.each([
    "<018f@a.test>",
    `<018f6a3e-0000-7000-8000-000000000001@${"long-label.".repeat(20)}test>`,
    "<a.b+c/d=e!#$%&'*?^_`{|}~-@[192.0.2.1]>",
  ])("keeps the Message-ID %s unchanged", async (messageId) => {
    const server = await openMailServer();
    await openMailer(to(server)).deliver({ ...MAIL, messageId });
    expect(server.mails[0]!.source.match(/^message-id:\s*(\S+)\r$/im)?.[1]).toBe(messageId);
  });

  it("with line breaks in its subject has one subject and no header more", async () => {
    const server = await openMailServer();
    await openMailer(to(server)).deliver({
      ...MAIL,
      subject: "One\r\nBcc: eve@evil.test\nX-Evil: 1\r\n\r\nbody",
    });
    expect(server.mails).toMatchObject([
      {
        to: [MAIL.to],
        text: MAIL.text,
        email: { subject: "One Bcc: eve@evil.test X-Evil: 1  body" },
      },
    ]);
    expect(server.mails[0]!.email.headers).toHaveLength(8);
  });

  it.each([
    "o'neil+tag@example.test",
    "!#$%&'*+/=?^_`{|}~-@example.test",
    "a.b.c@xn--bcher-kva.xn--p1ai",
    "x@a.b.c.d.test",
    `${"l".repeat(64)}@${"d".repeat(60)}.test`,
  ])("reaches %s and no other mailbox", async (address) => {
    const server = await openScriptedServer();
    await openMailer(to(server)).deliver({ ...MAIL, to: asChecked<EmailAddress>(address) });
    expect(server.heard.filter((line) => line.startsWith("RCPT"))).toEqual([
      `RCPT TO:<${address}>`,
    ]);
    expect(/^To:\s*(\S+)\r$/m.exec(server.messages[0]!)?.[1]?.replace(/^<|>$/g, "")).toBe(address);
  });
});

describe("a sender's name", () => {
  it.each([
    `Acme "The Best" \\o/`,
    "Acme, Inc. <eve@evil.test>",
    "(comment) Acme: friends;",
    "eve@evil.test,",
    "@",
    '日本語, "quoted" <x@y.test>',
  ])("%s is a name, not an email address", async (name) => {
    const server = await openMailServer();
    await openMailer(to(server), { from: { name, address: SENDER } }).deliver(MAIL);
    const { from, email } = server.mails[0]!;
    expect(from).toBe(SENDER);
    expect(email.from).toMatchObject({ name, address: SENDER });
  });

  it("may be missing", async () => {
    const server = await openMailServer();
    await openMailer(to(server), { from: { name: null, address: SENDER } }).deliver(MAIL);
    expect(server.mails[0]!.source).toMatch(new RegExp(`^From: ${SENDER}\r$`, "m"));
  });
});
