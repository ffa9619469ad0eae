import { AuthError, type OfferedProvider } from "@acme/auth-core";
import { go, type Outcome, show } from "../kernel/outcome.js";
import { page } from "../kernel/page.js";
import { joiningIn, NEW_STEP } from "../kernel/step.js";
import type { AnyVisit } from "../kernel/visit.js";
import { wholeUrl } from "../kernel/whole-url.js";
import { destinationAfter, destinationOfNew } from "./after-sign-in.js";
import { confirmStep } from "./confirm-step.js";
import { leadingAway } from "./leading-away.js";

/**
 * `/sign-in/with/:provider`: leads to the provider, which leads back to `next`, or to the page of
 * the sign-in with its own name and why not.
 */
export const signInWith = page({
  name: "signInWith",
  access: "any",
  form: "signIn",
  says: {
    UNAVAILABLE: (texts, visit) => texts.ways.unreachable(providerOf(visit)?.name ?? ""),
  },
  async post(visit) {
    const provider = providerOf(visit);
    if (!provider) throw new AuthError("NOT_FOUND");
    try {
      return await leave(visit, provider);
    } catch (refused) {
      // The page of the sign-in would lead a user who is signed in on.
      if (!visit.caller || !AuthError.is(refused) || refused.code !== "UNAVAILABLE") throw refused;
      return go(visit.page("confirm", { query: { next: visit.next } }), {
        flash: { key: "said", values: [visit.texts.ways.unreachable(provider.name)] },
      });
    }
  },
});

async function leave(visit: AnyVisit, { id, name }: OfferedProvider): Promise<Outcome> {
  const { auth, caller, client, next, site, page: href } = visit;
  const joining = joiningIn(visit.step) ? visit.step : null;
  const destinations = {
    callback: destinationAfter(visit, joining),
    newUser: destinationOfNew(visit, joining),
    error: wholeUrl(href("signIn", { query: { provider: id, next } }), site),
  };
  const { url, browser } = await auth.oauth.startSignIn({ providerId: id, destinations }, client);
  const step = caller ? confirmStep(visit, caller) : { ...(visit.step ?? NEW_STEP), next };
  return show(leadingAway, { provider: name, url }, { browser, step });
}

/** The provider of the path; undefined for one that is not offered. */
const providerOf = ({ auth, params }: AnyVisit): OfferedProvider | undefined =>
  auth.signInMethods.offered().providers.find(({ id }) => id === params["provider"]);
