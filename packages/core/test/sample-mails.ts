import { toId } from "@acme/auth-core";
import { asChecked } from "@acme/auth-testing";
import { keysOf } from "@acme/auth-testing/keys-of";
import { createLanguages } from "../src/background/language/languages.js";
import { draftMail } from "../src/background/mail/drafts.js";
import type { Mail, Occurrence, TemplateName } from "../src/background/mail/mails.js";
import { renderHtml, renderText } from "../src/background/mail/rendering.js";
import { type AppBrand, DEFAULT_BRAND } from "../src/kernel/app-brand.js";
import type { EmailAddress } from "../src/kernel/email-address.js";
import type { InvitationId, MailedLinkId, OneTimeCodeId, PasskeyId } from "../src/kernel/ids.js";
import type { Links } from "../src/ports/links.js";

export const to = asChecked<EmailAddress>("ada@example.com");
export const OWN_OCCURRENCE: Occurrence = {
  at: "2026-11-21T09:30:00.000Z",
  by: "session",
  from: { device: { browser: "Firefox", system: "Windows" }, ipAddress: "2001:db8::1" },
};
export const GRACE = {
  name: "Grace <Hopper>",
  email: asChecked<EmailAddress>("grace@example.com"),
};
const OCCURRENCE_BY_GRACE: Occurrence = { at: OWN_OCCURRENCE.at, by: GRACE, from: null };
export const PASSKEY = { id: toId<PasskeyId>("passkey-1"), name: "Ada's <key>" };
const aboutOrganization = {
  data: { deed: OCCURRENCE_BY_GRACE, organization: "Beta & Sons" },
  carries: null,
};
const code = {
  data: { code: "042137", minutes: 10 },
  carries: { kind: "one-time-code", id: toId<OneTimeCodeId>("code-1") },
} as const;
const carries = { kind: "mailed-link", id: toId<MailedLinkId>("link-1") } as const;
const notice = { data: { deed: OWN_OCCURRENCE }, carries: null };
export const TOKEN = "Zm9v-YmFy_1";
export const REDIRECT = "https://app.example.com/next?a=1&b=2";

export const DESTINATIONS = { callback: REDIRECT, newUser: null, error: null };

/** One mail of every template, filled with what is hardest to render. */
export const MAILS: {
  readonly [T in TemplateName]: Omit<Extract<Mail, { readonly template: T }>, "template" | "to">;
} = {
  "sign-in-code": code,
  "email-verification-code": code,
  "password-reset-code": code,
  "verify-email": { data: { token: TOKEN, minutes: 1_440 }, carries: null },
  "password-reset-link": { data: { token: TOKEN, redirectTo: REDIRECT, minutes: 30 }, carries },
  "account-created": { data: { token: TOKEN, redirectTo: null, minutes: 30 }, carries },
  "email-change": {
    data: { token: TOKEN, from: asChecked<EmailAddress>("o'neill&sons@example.com"), minutes: 60 },
    carries,
  },
  "magic-link": { data: { token: TOKEN, destinations: DESTINATIONS, minutes: 10 }, carries },
  invitation: {
    data: {
      token: TOKEN,
      organization: "Beta & Sons",
      inviter: { name: "o'neill", email: asChecked<EmailAddress>("o'neill@example.com") },
      role: "admin",
      days: 7,
    },
    carries: { kind: "invitation", id: toId<InvitationId>("invitation-1") },
  },
  "deletion-requested": {
    data: {
      scheduledFor: "2026-12-21T10:00:00.000Z",
      organizations: ["Beta & Sons", "https://evil.example"],
      deed: OWN_OCCURRENCE,
    },
    carries: null,
  },
  "deletion-rejected": { data: { organizations: ["Beta & Sons"] }, carries: null },
  "email-change-requested": notice,
  "email-changed": notice,
  "sign-up-attempt": { data: {}, carries: null },
  "sign-in-from-new-browser": { data: { deed: OWN_OCCURRENCE, byPassword: true }, carries: null },
  "sessions-ended": { data: { deed: OWN_OCCURRENCE, all: false }, carries: null },
  "language-changed": notice,
  "password-changed": notice,
  "password-reset-done": notice,
  "account-reclaimed": notice,
  "passkey-added": { data: { deed: OWN_OCCURRENCE, passkey: PASSKEY }, carries: null },
  "passkey-removed": { data: { deed: OWN_OCCURRENCE, passkey: PASSKEY }, carries: null },
  "account-linked": { data: { deed: OWN_OCCURRENCE, provider: "idp" }, carries: null },
  "account-unlinked": { data: { deed: OWN_OCCURRENCE, provider: "idp" }, carries: null },
  "account-not-linked": { data: { deed: OWN_OCCURRENCE, provider: "idp" }, carries: null },
  "role-changed": {
    data: { ...aboutOrganization.data, role: "admin" },
    carries: null,
  },
  "owners-changed": aboutOrganization,
  "owner-invited": aboutOrganization,
  "member-removed": aboutOrganization,
  "organization-deleted": aboutOrganization,
  "organization-second-factor-required": aboutOrganization,
  "organization-second-factor-waived": aboutOrganization,
  "deletion-cancelled": notice,
  "account-deleted": notice,
  "export-ready": notice,
  "export-failed": notice,
};
export const HOME = "https://app.example.com/?from=mail&again=1";
export const links: Links = {
  service: "https://api.example.com",
  host: "api.example.com",
  home: HOME,
  page: (page, item) => `https://app.example.com/${page}?item=${item ?? ""}&x=1`,
  verifyEmail: (token) => `https://api.example.com/verify?token=${token}&x=1`,
  resetPassword: (token, redirectTo) =>
    `https://api.example.com/reset/${token}?to=${redirectTo ?? ""}`,
  confirmEmailChange: (token) => `https://api.example.com/change?token=${token}&x=1`,
  magicLink: (token, { callback }) =>
    `https://api.example.com/magic?token=${token}&to=${callback ?? ""}`,
  exportDownload: (requestId, token) =>
    `https://api.example.com/exports/${requestId}?token=${token}`,
  invitation: (token) => `https://api.example.com/invitation?token=${token}&x=1`,
  oauthCallback: (providerId) => `https://api.example.com/callback/${providerId}`,
};
/** Returns a mail of that template, to Ada. */
export const sampleMail = (template: TemplateName): Mail =>
  // The compiler does not see that template and data are of one row.
  ({ ...MAILS[template], template, to }) as Mail;

/** A mail as it would be sent. */
export interface RenderedSample {
  readonly name: string;
  readonly text: string;
  readonly html: string;
}

/** Returns every mail in a language, with a token as long as those of verification links. */
export async function renderSamples(
  locale: string,
  brand: AppBrand = DEFAULT_BRAND,
): Promise<readonly RenderedSample[]> {
  const catalogue = await createLanguages().load(locale);
  const sender = { appName: "Acme", links, catalogue, providerName: (id: string) => id };
  const lengthen = (rendered: string) => rendered.replaceAll(TOKEN, "x".repeat(420));
  return keysOf(MAILS).map((name) => {
    const draft = draftMail(sampleMail(name), sender);
    const frame = { ...catalogue, appName: "Acme", brand };
    const [text, html] = [renderText(draft, frame), renderHtml(draft, frame)];
    return { name, text: lengthen(text), html: lengthen(html) };
  });
}
