import type { LinkedAccount } from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import type { AccountContext } from "../pages/account.js";
import { withFreshSession } from "../reauthentication.js";
import { call, type Methods, pageUrl } from "../service.js";
import { actionButton } from "../view/attempt.js";
import { actions, h, itemList, quiet, strong } from "../view/element.js";
import { providerLogo } from "../view/provider-logo.js";
import { createSection, type Section } from "../view/section.js";
import { relativeTime } from "../view/time.js";

/**
 * After a mailed link this goes on at a click only, never by itself: otherwise any page on the web
 * could send people to `?continue=link-…`, and have them link an account at the provider that is
 * not theirs.
 */
export function linkedAccountsSection(
  { user, resume }: AccountContext,
  { providers }: Methods,
): Section {
  const nameOf = (id: string) => providers.find((provider) => provider.id === id)?.name ?? id;

  const section = createSection(
    "Linked accounts",
    async () => {
      // The password is an account too, but none that is linked.
      const accounts = (await call(routes.oauth.listAccounts)).filter(
        ({ providerId }) => providerId !== "credential",
      );
      const linked = new Set(accounts.map(({ providerId }) => providerId));
      const buttons = providers.filter(({ id }) => !linked.has(id)).map(linkButton);
      return [
        accounts.length === 0 ? h("p", {}, "No account is linked.") : itemList(accounts.map(item)),
        buttons.length === 0 ? null : actions(...buttons),
      ];
    },
    "linked-accounts",
  );

  function linkButton({ id, name }: Methods["providers"][number]): HTMLButtonElement {
    const key = `link-${id}`;
    return button(
      key,
      { label: `Link ${name}`, continued: `Continue linking ${name}`, sign: providerLogo(id) },
      async () => {
        const interruption = {
          user,
          purpose: `link ${name}`,
          resumeAt: `/account/security?continue=${key}`,
        };
        const { url } = await withFreshSession(interruption, () =>
          call(routes.oauth.linkSocial, {
            provider: id,
            callbackURL: pageUrl("/account/security"),
          }),
        );
        location.assign(url);
      },
    );
  }

  function item({ id, providerId, createdAt }: LinkedAccount): HTMLElement {
    const [key, name] = [`unlink-${id}`, nameOf(providerId)];
    const unlink = button(
      key,
      { label: `Unlink ${name}`, continued: `Continue unlinking ${name}` },
      async () => {
        const interruption = {
          user,
          purpose: `unlink ${name}`,
          resumeAt: `/account/security?continue=${key}`,
        };
        await withFreshSession(interruption, () =>
          call(routes.oauth.unlinkAccount, { accountId: id }),
        );
        await section.refresh();
        section.messages.say(`${name} is unlinked.`);
      },
    );
    const facts = quiet("Linked ", relativeTime(createdAt));
    return h(
      "li",
      { "data-item": id, tabindex: "-1" },
      providerLogo(providerId),
      h("div", {}, strong(name), facts),
      actions(unlink),
    );
  }

  function button(key: string, { label, continued, sign }: Words, work: () => Promise<void>) {
    const resumed = resume === key;
    return actionButton(
      resumed ? continued : label,
      { messages: section.messages, resumed, ...(sign && { sign }) },
      work,
    );
  }

  return section;
}

interface Words {
  readonly label: string;
  /** What the button says when a mailed link came back to it. */
  readonly continued: string;
  readonly sign?: SVGElement;
}
