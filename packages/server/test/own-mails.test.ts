import { parseEmailAddress, type UserId } from "@acme/auth-core";
import { DAY } from "@acme/auth-core/surface";
import type { OwnMail, OwnMailText } from "@acme/auth-core/texts";
import { expect, it } from "vitest";
import { describeService } from "./describe-service.js";
import { createLeaving, PASSWORD } from "./leaving.js";

const EMAIL = "ada@example.com";

const text = (locale: string): OwnMailText => ({
  subject: locale === "de" ? "Deine Rechnung\r\nBcc: eve@example.com" : "Your invoice",
  paragraphs: [locale === "de" ? "Danke, <Ada>." : "Thank you, <Ada>.", "Amount: 7 euros"],
  button: { label: "Open the invoice", url: "https://app.example.com/invoices?id=7&of=ada" },
  footer: "you own an organization with a plan.",
});

describeService("a mail of the application's own", { perTest: true }, (service) => {
  const leaving = createLeaving(service);

  const enqueue = (to: UserId, more: Partial<OwnMail> = {}) =>
    service.store.transaction((tx) =>
      service.auth.mails.enqueue(tx, { name: "billing.invoice", to, text, ...more }),
    );

  async function member(email = EMAIL) {
    const agent = await service.signedIn(email);
    const user = await service.findUser(email);
    return { agent, id: user!.id };
  }

  const mailsTo = (email: string, subject = "Your invoice") =>
    service.inbox.mails.filter((mail) => mail.to === email && mail.subject === subject);

  it("has the layout of all mails, and is sealed while it waits", async () => {
    const { id } = await member();
    expect(await enqueue(id)).toBe(true);
    expect(JSON.stringify(await service.rows())).not.toMatch(/invoice|7 euros/i);
    expect((await service.auth.worker.listQueued("mail")).map(({ kind }) => kind)).toEqual([
      "billing.invoice",
    ]);
    await service.auth.worker.runDue();
    const [mail] = mailsTo(EMAIL);
    expect(mail?.text).toBe(
      "Thank you, <Ada>.\n\nAmount: 7 euros\n\nOpen the invoice:\nhttps://app.example.com/invoices?id=7&of=ada\n\n--\nAcme (app.test:3004): you own an organization with a plan.\n",
    );
    expect(mail?.html).toContain("<p>Thank you, &lt;Ada&gt;.</p>");
    expect(mail?.html).toContain('href="https://app.example.com/invoices?id=7&amp;of=ada"');
  });

  it("is in the language that its reader chose, else in that of the request, and its subject is one line", async () => {
    const { agent, id } = await member();
    await enqueue(id, { client: { acceptLanguage: "de-AT, en;q=0.5" } });
    await agent.send("/api/v1/me/preferences", { method: "PATCH", body: { locale: "de" } });
    await enqueue(id, { client: { acceptLanguage: "en" } });
    await service.auth.worker.runDue();
    expect(mailsTo(EMAIL, "Deine Rechnung Bcc: eve@example.com")).toHaveLength(2);
  });

  it("is gone with the transaction that it belongs to", async () => {
    const { id } = await member();
    const broken = service.store.transaction(async (tx) => {
      await service.auth.mails.enqueue(tx, { name: "billing.invoice", to: id, text });
      throw new Error("no invoice");
    });
    await expect(broken).rejects.toThrow("no invoice");
    await service.auth.worker.runDue();
    expect(mailsTo(EMAIL)).toEqual([]);
  });

  it("goes to nobody whose email address is not verified, and to nobody who is gone", async () => {
    const agent = service.agent();
    await agent.post("/api/auth/sign-up", { email: EMAIL, password: PASSWORD });
    const user = await service.findUser(EMAIL);
    expect(await enqueue(user!.id)).toBe(false);
    expect(await enqueue(service.auth.random.id<UserId>())).toBe(false);
  });

  it("follows its reader to another email address", async () => {
    const { id } = await member();
    await enqueue(id);
    const next = parseEmailAddress("ada@example.org")!;
    await service.store.users.changeEmail(id, next, service.clock.now());
    await service.auth.worker.runDue();
    expect([mailsTo(EMAIL).length, mailsTo("ada@example.org").length]).toEqual([0, 1]);
  });

  it("is dropped once its reader is erased, and when a day has passed", async () => {
    const { id } = await member();
    const other = await member("grace@example.com");
    await enqueue(id);
    await service.store.users.delete(id);
    await enqueue(other.id);
    service.clock.advance(DAY);
    await service.auth.worker.runDue();
    expect([...mailsTo(EMAIL), ...mailsTo("grace@example.com")]).toEqual([]);
    expect(service.logs.filter(({ event }) => event === "mail_dropped")).toHaveLength(2);
  });

  it("takes nothing from the budget of notices, and is not held back by it", async () => {
    const agent = await leaving.member(EMAIL);
    const user = await service.findUser(EMAIL);
    for (let mail = 0; mail < 20; mail++) await enqueue(user!.id);
    const newPassword = "another one that is long";
    await agent.post("/api/auth/change-password", { currentPassword: PASSWORD, newPassword });
    await service.auth.worker.runDue();
    expect(mailsTo(EMAIL)).toHaveLength(20);
    expect(mailsTo(EMAIL, "Your Acme password was changed")).toHaveLength(1);
  });

  it.each<[string, Partial<OwnMail>]>([
    ["a name with a line break", { name: "billing\ninvoice" }],
    [
      "a button that runs a script",
      { text: () => ({ ...text("en"), button: { label: "x", url: "javascript:alert(1)" } }) },
    ],
    [
      "a text that is too long",
      { text: () => ({ ...text("en"), paragraphs: ["x".repeat(16_384)] }) },
    ],
  ])("is refused with %s", async (_what, more) => {
    const { id } = await member();
    await expect(enqueue(id, more)).rejects.toThrow(RangeError);
  });
});
