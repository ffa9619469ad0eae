import { AuthError, type Caller, type LinkedAccount, type OfferedProvider } from "@acme/auth-core";
import { go, show } from "../../kernel/outcome.js";
import { page } from "../../kernel/page.js";
import type { AnyVisit } from "../../kernel/visit.js";
import { wholeUrl } from "../../kernel/whole-url.js";
import { confirmation } from "../../parts/confirmation.js";
import { leadingAway } from "../leading-away.js";

const SECTION = "linked-accounts";

/** `/account/security/accounts/:provider/link`: leads to the provider, and comes back. */
export const linkAccount = page({
  name: "linkAccount",
  access: "fresh",
  layout: "entry",
  form: "security",
  async post({ auth, caller, client, params, site, page: href }) {
    const provider = providerOf(params["provider"], auth);
    if (!provider) throw new AuthError("NOT_FOUND");
    const back = wholeUrl(href("security", { section: SECTION }), site);
    const { url, browser } = await auth.oauth.startLinking(
      caller,
      {
        providerId: provider.id,
        destinations: { callback: back, newUser: null, error: back },
      },
      client,
    );
    return show(leadingAway, { provider: provider.name, url }, { browser });
  },
});

/** What the question before an account is unlinked shows. */
export interface UnlinkView {
  readonly id: string;
  /** The name of the provider. */
  readonly provider: string;
}

/** `/account/security/accounts/:id/unlink`: asks, and unlinks it. */
export const unlinkAccount = page({
  name: "unlinkAccount",
  access: "fresh",
  load: async (visit): Promise<UnlinkView> => {
    const { id, providerId } = await ownAccount(visit);
    return { id, provider: providerOf(providerId, visit.auth)?.name ?? providerId };
  },
  template: ({ id, provider, form: state }, kit) => {
    const { accounts, title: security } = kit.texts.security;
    const title = accounts.unlinkTitle(provider);
    return {
      title,
      within: [security],
      content: confirmation(
        {
          title,
          lead: accounts.unlinkLead(provider),
          action: kit.page("unlinkAccount", { id }),
          confirm: accounts.unlink,
          cancel: kit.page("security", { section: SECTION }),
          error: state.message,
        },
        kit,
      ),
    };
  },
  async post(visit) {
    const { auth, caller, client, page: href } = visit;
    const { id, providerId } = await ownAccount(visit);
    await auth.oauth.unlink(caller, id, client);
    const name = providerOf(providerId, auth)?.name ?? providerId;
    return go(href("security", { section: SECTION }), {
      flash: { key: "accountUnlinked", values: [name], section: SECTION },
    });
  },
});

/** A provider that is offered; undefined for one that is not, or not any more. */
const providerOf = (
  id: string | undefined,
  { signInMethods }: Pick<AnyVisit["auth"], "signInMethods">,
): OfferedProvider | undefined =>
  signInMethods.offered().providers.find((provider) => provider.id === id);

/** The caller's linked account that the path names. */
async function ownAccount({
  auth,
  caller,
  params,
}: AnyVisit & { readonly caller: Caller }): Promise<LinkedAccount> {
  const found = (await auth.oauth.list(caller)).find(({ id }) => id === params["id"]);
  if (!found) throw new AuthError("NOT_FOUND");
  return found;
}
