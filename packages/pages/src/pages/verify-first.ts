import { html } from "@acme/auth-http";
import type { Kit } from "../kit.js";
import type { PageContent } from "../layouts/document.js";
import { linkButton } from "../parts/buttons.js";
import { message } from "../parts/forms.js";
import { heading } from "../parts/sections.js";

/** What the page that asks to verify the email address first shows. */
export interface VerifyFirstView {
  /** Where the link was mailed. */
  readonly email: string;
  /** Where the sign-in leads. */
  readonly next: string | null;
  /** Whether the password that was chosen is on lists of common ones. */
  readonly isCommon?: boolean;
}

/** Instead of a session, where the email address has to be verified first: a link was mailed. */
export const verifyFirst = (
  { email, next, isCommon = false }: VerifyFirstView,
  kit: Kit,
): PageContent => {
  const { title, lead, back } = kit.texts.passwordSignIn.verify;
  return {
    title,
    content: html`${heading({ title, lead: lead(email) })}
    ${isCommon ? message(kit.texts.flash.savedCommonPassword("", "", ""), "warn") : ""}
    ${linkButton({ label: back, href: kit.page("signIn", { query: { next } }), isWide: true })}`,
  };
};
