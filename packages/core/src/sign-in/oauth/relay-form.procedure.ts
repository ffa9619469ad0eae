import type { IdentityProvider } from "../../ports/identity-provider.js";
import type { Env } from "../../store/env.js";
import { relayForm } from "./relay-form.js";

/** What is done with the form that a provider's page has posted to the callback URL. */
export interface FormRelay {
  /**
   * Returns the query with which a browser goes on to the callback URL, after a provider that answers
   * by `form_post` had it post a form there: `code`, `state`, `error` and `iss`, and the name of the
   * user as `name`, sealed for the state. Nothing is looked up, used up or decided, so a form from
   * anywhere does no harm: `completeAuthorization` decides.
   *
   * @param fields The fields of the form, without those that were repeated.
   * @returns The query; null where there is no such provider, or it posts no form.
   */
  relayForm(
    providerId: string,
    fields: Readonly<Record<string, string>>,
  ): Readonly<Record<string, string>> | null;

  /** Whether there is a provider of that id that answers by `form_post`. */
  postsForm(providerId: string): boolean;
}

export const createFormRelay = (
  env: Env,
  providers: ReadonlyMap<string, IdentityProvider>,
): FormRelay => ({
  postsForm: (providerId) => providers.get(providerId)?.formPost !== undefined,
  relayForm(providerId, fields) {
    const formPost = providers.get(providerId)?.formPost;
    return formPost ? relayForm(env, { providerId, formPost, fields }) : null;
  },
});
