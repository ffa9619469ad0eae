import type { Html } from "@acme/auth-http";
import type { Kit } from "../kit.js";
import { providerButton } from "../parts/buttons.js";
import { form } from "../parts/forms.js";

/** A provider on a page that signs in. */
interface ShownProvider {
  readonly id: string;
  readonly name: string;
  /** Whether it was the last way. */
  readonly isLast?: boolean;
}

/** "Continue with Google", a form for each provider. */
export const providerForms = (providers: readonly ShownProvider[], kit: Kit): readonly Html[] =>
  providers.map(({ id, name, isLast = false }) => {
    const label = kit.texts.signIn.continueWith(name);
    const content = providerButton({ id, label, isLastUsed: isLast }, kit);
    return form({ action: kit.page("signInWith", { provider: id }), content }, kit);
  });
