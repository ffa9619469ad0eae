import { html } from "@acme/auth-http";
import type { Kit } from "../kit.js";
import type { PageContent } from "../layouts/document.js";
import { linkButton } from "../parts/buttons.js";
import { heading } from "../parts/sections.js";

/** Instead of a session, where the email address has to be verified first: a link was mailed. */
export const verifyFirst = ({ email }: { readonly email: string }, kit: Kit): PageContent => {
  const { title, lead, back } = kit.texts.passwordSignIn.verify;
  return {
    title,
    content: html`${heading({ title, lead: lead(email) })}
    ${linkButton({ label: back, href: kit.page("signIn"), isWide: true })}`,
  };
};
