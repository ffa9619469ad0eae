import type { Catalogue } from "../catalogue.js";
import { CODES_AND_LINKS } from "./codes-and-links.js";
import { NOTICES } from "./notices.js";
import { PAGES } from "./pages.js";
import { ROLES } from "./roles.js";

/** English. */
export const ENGLISH: Catalogue = {
  locale: "en",
  mails: { ...CODES_AND_LINKS, ...NOTICES },
  pages: PAGES,
  facts: {
    passkey: "Passkey",
    provider: "Provider",
    organization: "Organization",
    role: "Role",
    when: "When",
    device: "Device",
    network: "IP address",
    by: "By",
    roles: ROLES,
    actors: {
      session: "Someone signed in to your account",
      mailbox: "Someone who can read your mail",
      provider: "Someone who signed in with this provider",
      "new-mailbox": "Someone who can read mail to the new email address",
      operator: "The operator",
    },
    browserOn: (browser, system) => `${browser} on ${system}`,
    unknown: "Unknown",
    more: (count) => `${count} more`,
  },
  footer: {
    request: ({ app, host, to }) =>
      `${app} (${host}) sent this mail to ${to} because someone entered this email address there.`,
    created: ({ app, host, to }) =>
      `${app} (${host}) sent this mail to ${to} because an administrator of ${app} created an account for you.`,
    notice: ({ app, host, to }) =>
      `${app} (${host}) sent this mail to ${to} because of your account there. Mails like this one keep it safe and cannot be turned off.`,
    invitation: ({ app, host, to }) =>
      `${app} (${host}) sent this mail to ${to} because a member of an organization there entered this email address.`,
  },
  brandLinks: { terms: "Terms", privacy: "Privacy", support: "Support" },
  signOutEverywhere: "Sign out everywhere",
  orOpen: "Or copy this link into your browser:",
  colon: ": ",
};
