import { dnsCache } from "nodemailer/lib/shared";
import type { SMTPServerOptions } from "smtp-server";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSmtpMailer } from "../src/index.js";
import { selfSigned } from "./certificate.js";
import { openMailServer } from "./mail-server.js";
import { failureOf, MAIL, openMailer, SENDER, to } from "./mailing.js";
import { openScriptedServer } from "./scripted-server.js";

const ours = selfSigned(["127.0.0.1", "0.0.0.0", "localhost"]);
const elsewhere = selfSigned(["mail.example.test", "127.0.0.2"]);
const expired = selfSigned(["127.0.0.1"], new Date("2020-01-01T00:00:00Z"));

const startTls = ({ cert, key } = ours): SMTPServerOptions => ({
  cert,
  key,
  disabledCommands: ["AUTH"],
});
const tlsFromTheStart = ({ cert, key } = ours): SMTPServerOptions => ({
  cert,
  key,
  secure: true,
  disabledCommands: ["AUTH"],
});

/** An address that leads to this machine, and does not look like it. */
const foreign = ({ port }: { readonly port: number }): string => `smtp://0.0.0.0:${port}`;

describe.each([
  ["STARTTLS", "smtp", startTls],
  ["TLS from the start", "smtps", tlsFromTheStart],
] as const)("%s", (_how, scheme, serve) => {
  it("carries the mail when the certificate comes from an authority that was named", async () => {
    const server = await openMailServer(serve());
    await openMailer(to(server, scheme), { ca: ours.cert }).deliver(MAIL);
    expect(server.mails).toMatchObject([{ to: [MAIL.to], secure: true }]);
  });

  it("takes several authorities", async () => {
    const server = await openMailServer(serve());
    await openMailer(to(server, scheme), { ca: [elsewhere.cert, ours.cert] }).deliver(MAIL);
    expect(server.mails).toMatchObject([{ secure: true }]);
  });

  it.each([
    ["that signed itself", { certificate: ours, options: {}, code: "DEPTH_ZERO_SELF_SIGNED_CERT" }],
    [
      "of an authority that was not named",
      { certificate: ours, options: { ca: elsewhere.cert }, code: "DEPTH_ZERO_SELF_SIGNED_CERT" },
    ],
    [
      "for another host",
      {
        certificate: elsewhere,
        options: { ca: elsewhere.cert },
        code: "ERR_TLS_CERT_ALTNAME_INVALID",
      },
    ],
    [
      "that has expired",
      { certificate: expired, options: { ca: expired.cert }, code: "CERT_HAS_EXPIRED" },
    ],
  ])(
    "is refused with a certificate %s, and nothing is sent",
    async (_which, { certificate, options, code }) => {
      const server = await openMailServer(serve(certificate));
      expect(await failureOf(openMailer(to(server, scheme), options).deliver(MAIL))).toContain(
        code,
      );
      expect(server.mails).toEqual([]);
    },
  );

  it("is refused with a certificate that signed itself even where the process was told to accept any", async () => {
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    onTestFinished(() => {
      delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    });
    const server = await openMailServer(serve());
    expect(await failureOf(openMailer(to(server, scheme)).deliver(MAIL))).toContain(
      "DEPTH_ZERO_SELF_SIGNED_CERT",
    );
    expect(server.mails).toEqual([]);
  });

  it("is refused with a version of TLS from before 1.2", async () => {
    const server = await openMailServer({
      ...serve(),
      minVersion: "TLSv1",
      maxVersion: "TLSv1.1",
      ciphers: "DEFAULT@SECLEVEL=0",
    });
    await failureOf(openMailer(to(server, scheme), { ca: ours.cert }).deliver(MAIL));
    expect(server.mails).toEqual([]);
  });
});

describe("a server that offers no encryption", () => {
  it("is refused when it is another machine, and hears neither sender nor recipient", async () => {
    const server = await openScriptedServer({ EHLO: "250 mail.test" });
    expect(await failureOf(openMailer(foreign(server)).deliver(MAIL))).toContain(
      "no encrypted connection could be established",
    );
    expect(server.heard.map((line) => line.split(" ")[0])).toEqual(["EHLO", "STARTTLS"]);
  });

  it("is refused on this machine too when TLS is required", async () => {
    const server = await openScriptedServer();
    expect(await failureOf(openMailer(to(server), { requireTls: true }).deliver(MAIL))).toContain(
      "no encrypted connection could be established",
    );
    expect(server.messages).toEqual([]);
  });

  it("is refused when it knows only HELO", async () => {
    const server = await openScriptedServer({ EHLO: "502 5.5.1 No" });
    await failureOf(openMailer(foreign(server)).deliver(MAIL));
    expect(server.heard.map((line) => line.split(" ")[0])).toEqual(["EHLO"]);
  });

  it("is good enough on this machine", async () => {
    const server = await openMailServer();
    await openMailer(to(server)).deliver(MAIL);
    expect(server.mails).toMatchObject([{ secure: false }]);
  });

  it("is good enough elsewhere where the application says so", async () => {
    const server = await openMailServer();
    await openMailer(foreign(server), { requireTls: false }).deliver(MAIL);
    expect(server.mails).toMatchObject([{ secure: false }]);
  });
});

describe("a server that offers encryption", () => {
  it("gets nothing in the clear when it then refuses it, on this machine neither", async () => {
    const server = await openScriptedServer({ EHLO: "250-mail.test\r\n250 STARTTLS" });
    expect(await failureOf(openMailer(to(server)).deliver(MAIL))).toContain(
      "no encrypted connection could be established",
    );
    expect(server.heard.map((line) => line.split(" ")[0])).toEqual(["EHLO", "STARTTLS"]);
  });

  it("carries mails to another machine encrypted", async () => {
    const server = await openMailServer(startTls());
    await openMailer(foreign(server), { ca: ours.cert }).deliver(MAIL);
    expect(server.mails).toMatchObject([{ secure: true }]);
  });
});

describe("localhost", () => {
  it("is this machine without a question to DNS, and is what its certificate must say", async () => {
    const server = await openMailServer(startTls(selfSigned(["localhost"])));
    expect(await failureOf(openMailer(`smtp://localhost:${server.port}`).deliver(MAIL))).toContain(
      "DEPTH_ZERO_SELF_SIGNED_CERT",
    );
    const named = await openMailServer(startTls());
    await openMailer(`smtp://localhost:${named.port}`, { ca: ours.cert }).deliver(MAIL);
    const atOnce = await openMailServer(tlsFromTheStart());
    await openMailer(`smtps://localhost:${atOnce.port}`, { ca: ours.cert }).deliver(MAIL);
    expect([...named.mails, ...atOnce.mails]).toMatchObject([{ secure: true }, { secure: true }]);
    expect(dnsCache.has("localhost")).toBe(false);
  });

  it("that no server listens on is said to be so", async () => {
    const server = await openMailServer();
    await server.kill();
    expect(await failureOf(openMailer(`smtp://localhost:${server.port}`).deliver(MAIL))).toContain(
      "ECONNREFUSED",
    );
  });
});

describe("an authority", () => {
  it.each([
    "",
    "/etc/ssl/ca.pem",
    ours.key,
    "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
  ])("%j is refused at once", (ca) => {
    expect(() =>
      createSmtpMailer({ url: "smtp://localhost", from: { name: null, address: SENDER }, ca }),
    ).toThrow(new TypeError("ca must be certificates in PEM"));
  });
});
