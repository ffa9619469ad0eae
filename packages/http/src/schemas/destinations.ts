import type { Destinations } from "@acme/auth-core";
import type { Site } from "../kernel/site.js";
import { once } from "../kernel/zod.js";
import { resolveOptionalRedirect } from "../site/redirects.js";
import { urlField } from "./fields.js";

/** The URLs to redirect to that a sign-in which leaves the page takes. */
export const destinationFields = once(() => ({
  callbackURL: urlField().exactOptional(),
  newUserCallbackURL: urlField()
    .describe("The URL to redirect a new user to. Default: `callbackURL`.")
    .exactOptional(),
  errorCallbackURL: urlField()
    .describe(
      "The URL to redirect to, with `?error=`, when the sign-in fails. Default: `callbackURL`.",
    )
    .exactOptional(),
}));

interface DestinationInput {
  readonly callbackURL?: string;
  readonly newUserCallbackURL?: string;
  readonly errorCallbackURL?: string;
}

/** @throws {AuthError} `INVALID_CALLBACK_URL` when the origin of one of them is not allowed. */
export const destinationsOf = (input: DestinationInput, site: Site): Destinations => ({
  callback: resolveOptionalRedirect(input.callbackURL, site),
  newUser: resolveOptionalRedirect(input.newUserCallbackURL, site),
  error: resolveOptionalRedirect(input.errorCallbackURL, site),
});
