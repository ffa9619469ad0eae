import { createSqliteStore } from "@acme/auth-kysely/sqlite";
import { createInbox, fixedLinks } from "@acme/auth-testing";
import { expect, it } from "vitest";
import { arrangeFeatures } from "../../arrange-features.js";
import { createEnv } from "../../create-env.js";
import { DEFAULT_BRAND } from "../../kernel/app-brand.js";
import { parseEmailAddress } from "../../kernel/email-address.js";
import { definePolicy } from "../../kernel/policy.js";
import { defaultPorts, defaultRelyingParty } from "../../platform/default-ports.js";
import type { IdentityProvider } from "../../ports/identity-provider.js";
import { chooseMails } from "./mail-choices.js";
import type { Mail } from "./mails.js";
import { renderMail } from "./render-mail.procedure.js";

const provider = (id: string, name: string): IdentityProvider => ({
  id,
  name,
  authorizationUrl: () => Promise.reject(new Error("no page")),
  identify: () => Promise.reject(new Error("no identity")),
});

it.each([
  ["one", "Provider: The First"],
  ["two", "Provider: The Second"],
  ["gone", "Provider: gone"],
])("a mail about the provider %s says %s", async (id, said) => {
  const options = {
    store: createSqliteStore(":memory:"),
    mailer: createInbox(),
    links: fixedLinks,
    secret: Buffer.alloc(32, 7).toString("base64"),
    identityProviders: [provider("one", "The First"), provider("two", "The Second")],
  };
  const policy = definePolicy();
  const env = createEnv(options, {
    arranged: arrangeFeatures([], options.store),
    policy,
    ports: defaultPorts(options, policy),
    relyingParty: defaultRelyingParty(fixedLinks),
    nudge() {},
  });
  const mail: Mail = {
    template: "account-linked",
    to: parseEmailAddress("ada@example.com")!,
    data: { provider: id },
    carries: null,
  };
  const { text, subject } = await renderMail(env, chooseMails({ brand: DEFAULT_BRAND }), mail);
  expect(text.split("\n")).toContain(said);
  expect(subject).toMatch(/^\S/);
});
