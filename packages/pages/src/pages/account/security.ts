import type { LinkedAccount, OfferedMethods } from "@acme/auth-core";
import { html } from "@acme/auth-http";
import type { WithForm } from "../../kernel/form-state.js";
import { loadSections } from "../../kernel/load-sections.js";
import { page } from "../../kernel/page.js";
import type { Kit } from "../../kit.js";
import type { PageContent } from "../../layouts/document.js";
import { heading } from "../../parts/sections.js";
import { signInFailure } from "../sign-in-failure.js";
import { passkeyView } from "./passkey-words.js";
import { accountsSection, passkeysSection, passwordSection } from "./security-sections.js";
import type { AccountView, SecurityView } from "./security-view.js";

const template = (view: SecurityView & WithForm, kit: Kit): PageContent => {
  const { title, lead } = kit.texts.security;
  return {
    title,
    content: html`${heading({ title, lead })} ${passkeysSection(view, kit)}
    ${passwordSection(view, kit)} ${view.sections.map((each) => each(kit))}
    ${accountsSection(view, kit)}`,
  };
};

/** `/account/security`: every way to sign in. */
export const security = page({
  name: "security",
  access: "in",
  load: async (visit): Promise<SecurityView> => {
    const { auth, caller, texts } = visit;
    const [passkeys, since, linked, sections] = await Promise.all([
      auth.passkeys.list(caller),
      auth.passwords.setSince(caller),
      auth.oauth.list(caller),
      loadSections("security", visit),
    ]);
    const offered = auth.signInMethods.offered();
    const hasPasskeys = offered.passkey || passkeys.length > 0;
    return {
      passkeys: hasPasskeys ? passkeys.map((each) => passkeyView(each, auth)) : null,
      canAddPasskey: offered.passkey,
      password: offered.password || since ? { since } : null,
      sections,
      accounts: accountsOf(linked, offered),
      failure: signInFailure(visit, texts.security.accounts.failed),
    };
  },
  template,
});

/** The linked accounts first; one of a provider that is gone can still be unlinked. */
function accountsOf(
  linked: readonly LinkedAccount[],
  { providers }: Pick<OfferedMethods, "providers">,
): readonly AccountView[] {
  const named = new Map(providers.map(({ id, name }) => [id, name]));
  const known = new Set(linked.map(({ providerId }) => providerId));
  return [
    ...linked.map(({ id, providerId, createdAt }) => ({
      provider: { id: providerId, name: named.get(providerId) ?? providerId },
      linked: { id, since: createdAt },
    })),
    ...providers
      .filter(({ id }) => !known.has(id))
      .map(({ id, name }) => ({ provider: { id, name }, linked: null })),
  ];
}
