import type { EmailAddress, OutgoingMail } from "@acme/auth-core";
import { asChecked } from "@acme/auth-testing";
import type { NodemailerError, SendMailOptions } from "nodemailer";
import { describe, expect, it, onTestFinished } from "vitest";
import { openPool } from "../src/connection-pool.js";
import { createSmtpMailer } from "../src/index.js";
import { readServerUrl } from "../src/server-url.js";
import { DEFAULT_TIMEOUTS } from "../src/timeouts.js";
import { openMailServer } from "./mail-server.js";
import { failureOf, MAIL, openMailer, SENDER, to } from "./mailing.js";

const HOSTILE = [
  "victim@x.test,attacker@evil.test",
  "victim@x.test, attacker@evil.test",
  "victim@x.test;attacker@evil.test",
  "victim@x.test attacker@evil.test",
  "victim@x.test\r\nBcc: attacker@evil.test",
  "victim@x.test\r\nRCPT TO:<attacker@evil.test>",
  "victim@x.test>\r\nRCPT TO:<attacker@evil.test",
  "victim@x.test\n",
  "victim@x.test\0attacker@evil.test",
  "victim@x.test <attacker@evil.test>",
  '"victim@x.test" <attacker@evil.test>',
  "<victim@x.test>",
  "team: victim@x.test, attacker@evil.test;",
  "victim@x.test:attacker@evil.test;",
  '"victim@x.test,attacker"@evil.test',
  '"attacker@evil.test"@x.test',
  "victim@x.test(attacker@evil.test)",
  "@evil.test:victim@x.test",
  "victim@evil.test@x.test",
  "victim＠x.test",
  "victim@x.test\u2028attacker@evil.test",
  "victim@[192.0.2.1]",
  "victim@localhost",
  " victim@x.test",
  "Victim@x.test",
  "victim@X.test",
  "víctim@x.test",
  "victim@ex\u00e4mple.test",
  "victim@192.0.2.1",
  "@x.test",
  "victim",
  "",
];

describe("a recipient that is not a canonical email address", () => {
  it.each(HOSTILE.map((address) => [JSON.stringify(address), address]))(
    "%s is refused before anybody is spoken to",
    async (_shown, address) => {
      const server = await openMailServer();
      const mailer = openMailer(to(server));
      const message = await failureOf(
        mailer.deliver({ ...MAIL, to: asChecked<EmailAddress>(address) }),
      );
      expect(message).toBe("SMTP delivery refused: the recipient is not a canonical email address");
      expect(server.connections()).toBe(0);
    },
  );

  it.each([
    [["victim@x.test", "attacker@evil.test"]],
    [{ name: "", address: "victim@x.test" }],
    [null],
  ])("%j, from somewhere without types, is refused too", async (address) => {
    const server = await openMailServer();
    await expect(
      openMailer(to(server)).deliver({ ...MAIL, to: address } as unknown as OutgoingMail),
    ).rejects.toThrow();
    expect(server.connections()).toBe(0);
  });
});

describe("a Message-ID", () => {
  it.each([
    "",
    "018f@a.test",
    "<018f>",
    "<018f@a.test",
    "<018f@a.test>\r\nBcc: attacker@evil.test",
    "<a@b.test> <c@d.test>",
    "<a b@c.test>",
    "<ä@c.test>",
    "<a@b@c.test>",
  ])("%j is refused before anybody is spoken to", async (messageId) => {
    const server = await openMailServer();
    expect(await failureOf(openMailer(to(server)).deliver({ ...MAIL, messageId }))).toBe(
      "SMTP delivery refused: the Message-ID is malformed",
    );
    expect(server.connections()).toBe(0);
  });
});

describe("a sender", () => {
  it.each([
    [{ name: null, address: "auth" }, "from.address must be an email address"],
    [
      { name: null, address: "auth@acme.test,eve@evil.test" },
      "from.address must be an email address",
    ],
    [{ name: null, address: "Acme <auth@acme.test>" }, "from.address must be an email address"],
    [
      { name: null, address: "auth@acme.test\r\nBcc: eve@evil.test" },
      "from.address must be an email address",
    ],
    [
      { name: "Acme\r\nBcc: eve@evil.test", address: SENDER },
      "from.name must be without control characters",
    ],
    [{ name: "Acme\0", address: SENDER }, "from.name must be without control characters"],
    [{ name: "Acme\u0085", address: SENDER }, "from.name must be without control characters"],
  ])("%j is refused at once", (from, refusal) => {
    expect(() => createSmtpMailer({ url: "smtp://localhost", from })).toThrow(
      new TypeError(refusal),
    );
  });
});

describe("the last look at the envelope", () => {
  /** The library as it was set up, with nothing of ours before it. */
  async function send(mail: SendMailOptions) {
    const server = await openMailServer();
    const pool = await openPool({
      server: readServerUrl(to(server)),
      encrypted: false,
      ca: null,
      timeouts: DEFAULT_TIMEOUTS,
    });
    onTestFinished(() => pool.close());
    const outcome = await pool.sendMail({ from: SENDER, subject: "x", text: "x", ...mail }).then(
      () => "sent",
      (failure: unknown) => (failure as NodemailerError).code,
    );
    return {
      outcome,
      connections: server.connections(),
      recipients: server.mails.map((received) => received.to),
    };
  }
  const victim = { name: "", address: "victim@x.test" };
  const attacker = { name: "", address: "attacker@evil.test" };

  it("lets a mail to one address object pass", async () => {
    expect(await send({ to: victim })).toEqual({
      outcome: "sent",
      connections: 1,
      recipients: [["victim@x.test"]],
    });
  });

  it.each<[string, SendMailOptions]>([
    ...HOSTILE.map((address): [string, SendMailOptions] => [
      `the string ${JSON.stringify(address)}`,
      { to: address },
    ]),
    ...HOSTILE.filter((address) => /[\r\n\0<>]/.test(address)).map(
      (address): [string, SendMailOptions] => [
        `the object with ${JSON.stringify(address)}`,
        { to: { name: "", address } },
      ],
    ),
    ["a list of objects", { to: [victim, attacker] }],
    ["a list of one", { to: [victim] }],
    ["a copy", { to: victim, cc: attacker }],
    ["a blind copy", { to: victim, bcc: attacker }],
    ["a blind copy in a header", { to: victim, headers: { Bcc: "attacker@evil.test" } }],
    ["another envelope", { to: victim, envelope: { from: SENDER, to: ["attacker@evil.test"] } }],
    [
      "a wider envelope",
      { to: victim, envelope: { from: SENDER, to: ["victim@x.test", "attacker@evil.test"] } },
    ],
    ["a group", { to: { name: "team", group: [victim, attacker] } }],
    ["nobody", {}],
  ])("stops %s", async (_what, mail) => {
    expect(await send(mail)).toEqual({ outcome: "ERECIPIENTS", connections: 0, recipients: [] });
  });
});
