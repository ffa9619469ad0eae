import { AuthError, type OfferedProvider } from "@acme/auth-core";
import { show } from "../kernel/outcome.js";
import { page } from "../kernel/page.js";
import type { AnyVisit } from "../kernel/visit.js";
import { wholeUrl } from "../kernel/whole-url.js";
import { leadingAway } from "./leading-away.js";

/** `/sign-in/with/:provider`: leads to the provider, which leads back to `next`. */
export const signInWith = page({
  name: "signInWith",
  access: "any",
  form: "signIn",
  says: {
    UNAVAILABLE: (texts, visit) => texts.ways.unreachable(providerOf(visit)?.name ?? ""),
  },
  async post(visit) {
    const { auth, client, next, site, page: href } = visit;
    const provider = providerOf(visit);
    if (!provider) throw new AuthError("NOT_FOUND");
    const { url, browser } = await auth.oauth.startSignIn(
      {
        providerId: provider.id,
        destinations: {
          callback: next ?? site.homeUrl,
          newUser: wholeUrl(href("welcome"), site),
          error: wholeUrl(href("signIn"), site),
        },
      },
      client,
    );
    return show(leadingAway, { provider: provider.name, url }, { browser });
  },
});

/** The provider of the path; undefined for one that is not offered. */
const providerOf = ({ auth, params }: AnyVisit): OfferedProvider | undefined =>
  auth.signInMethods.offered().providers.find(({ id }) => id === params["provider"]);
