import { subscribe, unsubscribe } from "node:diagnostics_channel";
import {
  getDefaultAutoSelectFamilyAttemptTimeout,
  setDefaultAutoSelectFamilyAttemptTimeout,
} from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { openMailServer } from "./mail-server.js";
import { failureOf, MAIL, openMailer, to } from "./mailing.js";
import { hang, openScriptedServer, prattle } from "./scripted-server.js";

const REFUSED = "SMTP delivery refused: the mailer is closed";
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...MAIL,
    messageId: `<mail-${index}@api.acme.test>`,
  }));

describe("connections", () => {
  it("are opened with the first mail, not before", async () => {
    const server = await openMailServer();
    const mailer = openMailer(to(server));
    expect(server.connections()).toBe(0);
    await mailer.deliver(MAIL);
    expect(server.connections()).toBe(1);
  });

  it("to this machine are made although the process is busy meanwhile", async () => {
    // As in an application: the tests themselves are run with another.
    const usual = getDefaultAutoSelectFamilyAttemptTimeout();
    setDefaultAutoSelectFamilyAttemptTimeout(250);
    onTestFinished(() => setDefaultAutoSelectFamilyAttemptTimeout(usual));
    const beBusy = (): void => {
      const until = performance.now() + 400;
      while (performance.now() < until);
    };
    const begin = (): void => process.nextTick(beBusy);
    subscribe("net.client.socket", begin);
    onTestFinished(() => void unsubscribe("net.client.socket", begin));
    const server = await openMailServer();
    await openMailer(`smtp://localhost:${server.port}`).deliver(MAIL);
    expect(server.mails).toHaveLength(1);
  });

  it("carry one mail after the other", async () => {
    const server = await openMailServer();
    const mailer = openMailer(to(server));
    for (const mail of numbered(20)) {
      await mailer.deliver(mail);
      // The server's word that it is done comes a moment before the connection is free again.
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    }
    expect(server.mails).toHaveLength(20);
    expect(server.connections()).toBe(1);
  });

  it("are five when much is to be done, and lose and double nothing", async () => {
    const server = await openMailServer();
    const mailer = openMailer(to(server));
    const mails = numbered(60);
    await Promise.all(mails.map((mail) => mailer.deliver(mail)));
    expect(server.mails.map(({ email }) => email.messageId).sort()).toEqual(
      mails.map(({ messageId }) => messageId).sort(),
    );
    expect(server.connections()).toBe(5);
  });

  it("are opened anew when the server was killed and is back", async () => {
    const server = await openMailServer();
    const mailer = openMailer(to(server));
    await Promise.all(numbered(5).map((mail) => mailer.deliver(mail)));
    await server.kill();
    await server.restart();
    await Promise.all(numbered(5).map((mail) => mailer.deliver(mail)));
    expect(server.mails).toHaveLength(10);
  });

  it("fail while the server is away, and work again once it is back", async () => {
    const server = await openMailServer();
    const mailer = openMailer(to(server));
    await mailer.deliver(MAIL);
    await server.kill();
    expect(await failureOf(mailer.deliver(MAIL))).toContain("ECONNREFUSED");
    await server.restart();
    await mailer.deliver(MAIL);
    expect(server.mails).toHaveLength(2);
  });

  it("that the server ended for their silence cost no mail", async () => {
    let ended!: () => void;
    const bye = new Promise<void>((resolve) => (ended = resolve));
    const server = await openMailServer({ socketTimeout: 1_000, onClose: () => ended() });
    const mailer = openMailer(to(server));
    await mailer.deliver(MAIL);
    await bye;
    await mailer.deliver(MAIL);
    expect(server.mails).toHaveLength(2);
    expect(server.connections()).toBe(2);
  });

  it("that are no longer needed are ended by us, with a word", async () => {
    const server = await openScriptedServer();
    const mailer = openMailer(to(server), { timeouts: { silence: 1_000 } });
    await mailer.deliver(MAIL);
    await server.end();
    expect(server.heard.at(-1)).toBe("QUIT");
  });
});

describe("closing", () => {
  it("lets go of connections that wait", async () => {
    const server = await openMailServer();
    const mailer = openMailer(to(server));
    await Promise.all(numbered(5).map((mail) => mailer.deliver(mail)));
    mailer.close();
    await server.end();
  });

  it("fails the mails under way, those that wait included, and lets go of their connections", async () => {
    let told!: () => void;
    const underWay = new Promise<void>((resolve) => (told = resolve));
    const server = await openScriptedServer({ end: () => told() });
    const mailer = openMailer(to(server));
    const failures = Promise.all(numbered(8).map((mail) => failureOf(mailer.deliver(mail))));
    await underWay;
    mailer.close();
    expect(await failures).toHaveLength(8);
    await server.end();
  });

  it("does not wait for a server that will not let go", { timeout: 20_000 }, async () => {
    let told!: () => void;
    const underWay = new Promise<void>((resolve) => (told = resolve));
    const server = await openScriptedServer({
      RCPT(socket) {
        prattle(socket);
        told();
      },
      bye: hang,
    });
    const mailer = openMailer(to(server));
    const failure = failureOf(mailer.deliver(MAIL));
    await underWay;
    mailer.close();
    await failure;
    await server.end();
  });

  it("stops mails whose connection is being opened", async () => {
    const server = await openScriptedServer({ hello: hang });
    for (const host of ["127.0.0.1", "localhost"]) {
      const mailer = openMailer(`smtp://${host}:${server.port}`);
      const failure = failureOf(mailer.deliver(MAIL));
      mailer.close();
      expect(await failure).toMatch(/^SMTP delivery failed: /);
    }
    await server.end();
  });

  it("is final, and may be said twice or before anything else", async () => {
    const server = await openMailServer();
    const mailer = openMailer(to(server));
    mailer.close();
    mailer.close();
    expect(await failureOf(mailer.deliver(MAIL))).toBe(REFUSED);
    expect(server.connections()).toBe(0);
  });
});
