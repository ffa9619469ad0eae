import type { Destinations } from "@acme/auth-core";
import { urlField } from "./fields.js";
import { resolveOptionalRedirect } from "../site/redirects.js";
import type { Site } from "../kernel/site.js";

/** The three places that a sign-in which leaves the page may be given. */
export const destinationFields = {
  callbackURL: urlField.exactOptional(),
  newUserCallbackURL: urlField.exactOptional(),
  errorCallbackURL: urlField.exactOptional(),
};

interface Given {
  readonly callbackURL?: string;
  readonly newUserCallbackURL?: string;
  readonly errorCallbackURL?: string;
}

/** Throws `INVALID_CALLBACK_URL` when any of them is no place of ours. */
export const destinationsOf = (given: Given, site: Site): Destinations => ({
  callback: resolveOptionalRedirect(given.callbackURL, site),
  newUser: resolveOptionalRedirect(given.newUserCallbackURL, site),
  error: resolveOptionalRedirect(given.errorCallbackURL, site),
});
