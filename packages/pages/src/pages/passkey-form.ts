import { type AuthenticationResponse, AuthError } from "@acme/auth-core";
import { type Html, html } from "@acme/auth-http";
import { authenticationBody } from "@acme/auth-http/pages-host";
import type { Href } from "../href.js";
import type { Kit } from "../kit.js";
import { wayButton, type WayOptions } from "../parts/buttons.js";
import { form, hiddenField } from "../parts/forms.js";
import { icon } from "../parts/icons.js";

/** Where the form posts to, and how its button looks. */
export interface PasskeyForm extends Pick<WayOptions, "isLastUsed" | "isMain"> {
  readonly action: Href;
}

/** "Use a passkey": the script shows the button, asks for the passkey and sends the form. */
export const passkeyForm = (
  { action, isLastUsed = false, isMain = false }: PasskeyForm,
  kit: Kit,
): Html =>
  form(
    {
      action,
      content: [
        hiddenField("credential", ""),
        wayButton(
          {
            label: kit.texts.signIn.usePasskey,
            mark: icon("key"),
            isLastUsed,
            isMain,
            passkey: "sign-in",
          },
          kit,
        ),
      ],
    },
    kit,
  );

/**
 * Tells the script that the service does not know the passkey just used, for it to tell the keeper
 * of passkeys. Never for a passkey that is another user's: its keeper would drop it.
 */
export const passkeyUnknown: Html = html`<div data-passkey-unknown hidden></div>`;

/**
 * Returns what the browser has answered, as the script writes it into the form.
 * @throws {AuthError} `AUTHENTICATION_FAILED` for any other text.
 */
export function assertionIn(text: string): AuthenticationResponse {
  try {
    const { success, data } = authenticationBody().safeParse(JSON.parse(text));
    if (success) return data.response;
  } catch {
    // Not JSON.
  }
  throw new AuthError("AUTHENTICATION_FAILED");
}
