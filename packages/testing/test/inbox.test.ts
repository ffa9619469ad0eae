import type { EmailAddress, OutgoingMail } from "@acme/auth-core";
import { asChecked } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { codeIn, createInbox, linkIn } from "../src/index.js";

const mailTo = (to: string, text: string, subject = "Hello"): OutgoingMail => ({
  to: asChecked<EmailAddress>(to),
  subject,
  text,
  html: `<p>${text}</p>`,
  messageId: "<1@example.com>",
});

it("an inbox keeps every mail, and tells the latest to an email address", async () => {
  const inbox = createInbox();
  await inbox.deliver(mailTo("ada", "one"));
  await inbox.deliver(mailTo("grace", "two"));
  await inbox.deliver(mailTo("ada", "three"));
  expect(inbox.mails.map(({ text }) => text)).toEqual(["one", "two", "three"]);
  expect(inbox.last("ada").text).toBe("three");
  expect(() => inbox.last("nobody")).toThrow("no mail to nobody");
});

it("next gives each mail to an email address once, and waits for one that is still to come", async () => {
  const inbox = createInbox();
  const first = inbox.next("ada");
  const second = inbox.next("ada");
  await inbox.deliver(mailTo("grace", "not for ada"));
  await inbox.deliver(mailTo("ada", "one"));
  await inbox.deliver(mailTo("ada", "two"));
  await inbox.deliver(mailTo("ada", "three"));
  expect((await first).text).toBe("one");
  expect((await second).text).toBe("two");
  expect((await inbox.next("ada")).text).toBe("three");
});

it("a repeated delivery is another mail", async () => {
  const inbox = createInbox();
  const mail = mailTo("ada", "one");
  await inbox.deliver(mail);
  await inbox.deliver(mail);
  expect(await inbox.next("ada")).toEqual(await inbox.next("ada"));
});

it("code and link are lines of their own, and nothing that only looks like them", async () => {
  const inbox = createInbox();
  await inbox.deliver(
    mailTo(
      "ada",
      "Hello 999999,\r\n1234567\r\n12345\r\nhttps://example.com/ is not it\r\n  042137  \r\nhttps://example.com/a?b=c\r\n",
    ),
  );
  expect(inbox.codeFor("ada")).toBe("042137");
  expect(inbox.linkFor("ada")).toBe("https://example.com/a?b=c");
  expect(codeIn(inbox.last("ada"))).toBe("042137");
  await inbox.deliver(mailTo("ada", "nothing here"));
  expect(() => codeIn(inbox.last("ada"))).toThrow('"Hello" holds no code');
  expect(() => linkIn(inbox.last("ada"))).toThrow('"Hello" holds no link');
});

it("the latest mail that has a code or a link is read, in whatever order both arrived", async () => {
  const inbox = createInbox();
  await inbox.deliver(mailTo("ada", "111111"));
  await inbox.deliver(mailTo("ada", "222222"));
  await inbox.deliver(mailTo("ada", "https://example.com/verify"));
  expect(inbox.codeFor("ada")).toBe("222222");
  expect(inbox.linkFor("ada")).toBe("https://example.com/verify");
  await inbox.deliver(mailTo("eve", "nothing here"));
  expect(() => inbox.codeFor("eve")).toThrow('"Hello" holds no code');
  expect(() => inbox.linkFor("eve")).toThrow('"Hello" holds no link');
  expect(() => inbox.codeFor("bob")).toThrow("no mail to bob");
});

it("as many mails are refused as it was told", async () => {
  const inbox = createInbox();
  inbox.failNext(2);
  for (let attempt = 0; attempt < 2; attempt++)
    await expect(inbox.deliver(mailTo("ada", "one"))).rejects.toThrow("refused");
  await inbox.deliver(mailTo("ada", "one"));
  expect(inbox.mails).toHaveLength(1);
});
