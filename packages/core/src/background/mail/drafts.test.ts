import { keysOf } from "@acme/auth-testing/keys-of";
import { expect, it } from "vitest";
import { links, MAILS, sampleMail, to } from "../../../test/sample-mails.js";
import type { Catalogue } from "../language/catalogue.js";
import { createLanguages } from "../language/languages.js";
import { type Draft, draftMail, type Sender } from "./drafts.js";
import type { TemplateName } from "./mails.js";

const catalogue = await createLanguages().load("en");
const draftOf = (template: TemplateName, own: Partial<Sender> = {}): Draft =>
  draftMail(sampleMail(template), {
    appName: "Acme",
    links,
    catalogue,
    providerName: (id) => id,
    ...own,
  });
const footerOf = (template: TemplateName, home = links.home): string =>
  draftOf(template, { links: { ...links, home } }).footer;

it("the footer says that someone entered the email address where that is why the mail came, and else that it is a notice", () => {
  const said = { app: "Acme", host: "app.example.com", to };
  const names = keysOf(MAILS);
  const namesWith = (footer: string) => names.filter((name) => footerOf(name) === footer);
  const asked = namesWith(catalogue.footer.request(said));
  expect(asked.toSorted()).toEqual([
    "email-change",
    "email-verification-code",
    "magic-link",
    "password-reset-code",
    "password-reset-link",
    "sign-in-code",
    "sign-up-attempt",
    "verify-email",
  ]);
  const invitations = namesWith(catalogue.footer.invitation(said));
  expect(invitations).toEqual(["invitation"]);
  const created = namesWith(catalogue.footer.created(said));
  expect(created).toEqual(["account-created"]);
  const notices = namesWith(catalogue.footer.notice(said));
  expect([...asked, ...invitations, ...created, ...notices].toSorted()).toEqual(names.toSorted());
});

it("a language of the application that says nothing above a code shows nothing there", () => {
  const silent: Catalogue = {
    ...catalogue,
    mails: {
      ...catalogue.mails,
      "sign-in-code": { ...catalogue.mails["sign-in-code"], intro: () => [] },
    },
  };
  const [first, second] = draftOf("sign-in-code", { catalogue: silent }).pieces;
  expect(first).toEqual({ text: "" });
  expect(second).toEqual({ code: "042137" });
});

it.each([
  ["https://app.example.com:8443/home?a=1#b", "app.example.com:8443"],
  ["HTTPS://app.example.com?a=1", "app.example.com"],
  ["https://app.example.com#b", "app.example.com"],
  ["com.example.app://start", "com.example.app://start"],
])("the footer calls the front end at %s %s", (home, host) => {
  expect(footerOf("sign-in-code", home)).toBe(catalogue.footer.request({ app: "Acme", host, to }));
});
