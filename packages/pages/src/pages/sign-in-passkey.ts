import { textField, z } from "@acme/auth-http/routes";
import { page } from "../kernel/page.js";
import { afterSignIn, beginning } from "./after-sign-in.js";
import { assertionIn } from "./passkey-form.js";

/** `/sign-in/passkey`: takes the passkey that the script has asked for. */
export const signInPasskey = page({
  name: "signInPasskey",
  access: "any",
  form: "signIn",
  statuses: { PASSKEY_NOT_FOUND: 401 },
  fields: () => z.object({ credential: textField() }),
  async post(visit, { credential }) {
    const signedIn = await visit.auth.passkeys.signIn(assertionIn(credential), visit.client);
    return afterSignIn(beginning(visit), signedIn, "passkey");
  },
});
