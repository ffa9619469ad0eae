import { webHref } from "../../src/href.js";
import { EMPTY_FORM, type FormState, type WithForm } from "../../src/kernel/form-state.js";
import type { Kit } from "../../src/kit.js";
import { accountLayout } from "../../src/layouts/account-layout.js";
import type { PageContent } from "../../src/layouts/document.js";
import { entryLayout } from "../../src/layouts/entry-layout.js";
import { ACCOUNT_PAGES } from "../../src/pages/account/account-pages.js";
import { leadingAway } from "../../src/pages/leading-away.js";
import { BUILT_IN_TEXTS } from "../../src/texts/built-in.js";
import { galleryFrame, galleryKit } from "./gallery-kit.js";

type Locale = keyof typeof BUILT_IN_TEXTS;
type Template<View> = ((view: View & WithForm, kit: Kit) => PageContent) | null;

/** A page as a signed-in user is shown it. */
function shown<View extends object>(
  { name, template }: { readonly name: string; readonly template: Template<View> },
  view: View,
  { locale = "en", form = EMPTY_FORM, ...changed }: Partial<Kit> & Drawn = {},
): string {
  if (!template) throw new Error(`${name} has no template`);
  const kit = galleryKit({ locale, texts: BUILT_IN_TEXTS[locale], ...changed });
  const content = template({ ...view, form }, kit);
  return accountLayout(content, galleryFrame(content.within?.at(-1) ?? content.title), kit);
}

interface Drawn {
  readonly locale?: Locale;
  readonly form?: FormState;
}

const refused = (errors: FormState["errors"], message: string | null = null): FormState => ({
  values: {},
  errors,
  message,
});
const at = (text: string): Date => new Date(text);
const email = "nora@example.com";
const key = {
  id: "1",
  name: "iCloud Keychain",
  createdAt: at("2026-03-03T10:00:00Z"),
  lastUsedAt: at("2026-11-20T09:00:00Z"),
  isSynced: true,
};
const { name: _name, ...unnamed } = key;
const session = {
  id: "1",
  isThis: true,
  authenticatedAt: at("2026-11-20T09:00:00Z"),
  authenticatedBy: "passkey",
  lastSeenAt: at("2026-11-26T09:00:00Z"),
  ipAddress: "203.0.113.9",
  userAgent: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Chrome/130.0 Safari/537.36",
} as const;
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1";
const entry = {
  at: at("2026-11-26T09:00:00Z"),
  event: "session.opened",
  ipAddress: "203.0.113.9",
  userAgent: session.userAgent,
  way: "email-otp",
  target: null,
  isByService: false,
} as const;
const owned = {
  id: "0192-a",
  slug: "studio",
  name: "Donaudampfschifffahrtsgesellschaft & Söhne",
  members: 12,
};

/** The pages of the account, as the package has them, in their states. */
export const ACCOUNT: Readonly<Record<string, string>> = {
  "account-profile": shown(ACCOUNT_PAGES.profile, {
    name: "Nora Lind",
    email,
    isVerified: true,
    pending: null,
    sections: [],
  }),
  "account-profile-pending-de": shown(
    ACCOUNT_PAGES.profile,
    {
      name: "Nora Lind",
      email: "nora.lindqvist@a-much-longer-host.example.com",
      isVerified: false,
      pending: { to: "nora@example.org", expiresAt: at("2026-11-27T10:00:00Z") },
      sections: [],
    },
    {
      locale: "de",
      flash: {
        text: BUILT_IN_TEXTS.de.flash.changeLinkSent("nora@example.org", "", ""),
        section: "email",
        kind: "good",
      },
    },
  ),
  "account-email-fr": shown(
    ACCOUNT_PAGES.email,
    { email: "" },
    { locale: "fr", form: refused({ email: BUILT_IN_TEXTS.fr.fields.email.invalid }) },
  ),
  "account-security": shown(ACCOUNT_PAGES.security, {
    passkeys: [key, { ...unnamed, id: "2", name: "YubiKey 5C NFC", lastUsedAt: null }],
    canAddPasskey: true,
    password: { since: at("2026-03-03T10:00:00Z") },
    sections: [],
    accounts: [
      {
        provider: { id: "google", name: "Google" },
        linked: { id: "1", since: at("2026-03-03T10:00:00Z") },
      },
      { provider: { id: "github", name: "GitHub" }, linked: null },
    ],
    failure: null,
  }),
  "account-security-empty-es": shown(
    ACCOUNT_PAGES.security,
    {
      passkeys: [],
      canAddPasskey: true,
      password: { since: null },
      sections: [],
      accounts: [{ provider: { id: "google", name: "Google" }, linked: null }],
      failure: BUILT_IN_TEXTS.es.signIn.failed,
    },
    { locale: "es" },
  ),
  "account-new-passkey": shown(ACCOUNT_PAGES.newPasskey, {}),
  "account-passkey": shown(ACCOUNT_PAGES.passkey, key),
  "account-remove-passkey-ja": shown(ACCOUNT_PAGES.removePasskey, key, { locale: "ja" }),
  "account-password": shown(
    ACCOUNT_PAGES.password,
    { email, isSet: true, minLength: 8 },
    { form: refused({ currentPassword: BUILT_IN_TEXTS.en.refusals.INVALID_PASSWORD }) },
  ),
  "account-choose-password-de": shown(
    ACCOUNT_PAGES.password,
    { email, isSet: false, minLength: 8 },
    { locale: "de" },
  ),
  "account-unlink": shown(ACCOUNT_PAGES.unlinkAccount, { id: "1", provider: "Google" }),
  "account-leading-away": (() => {
    const kit = galleryKit();
    // Without the refresh, which would lead the photographer away.
    const { refresh: _, ...content } = leadingAway(
      { provider: "Google", url: webHref("https://idp.example/").url },
      kit,
    );
    return entryLayout(content, kit);
  })(),
  "account-sessions": shown(ACCOUNT_PAGES.sessions, {
    sessions: [
      session,
      { ...session, id: "2", isThis: false, authenticatedBy: "email-otp", userAgent: IPHONE },
      {
        ...session,
        id: "3",
        isThis: false,
        authenticatedBy: "oauth",
        userAgent: null,
        ipAddress: "2001:db8:85a3:8d3:1319:8a2e:370:7348",
      },
    ],
  }),
  "account-sessions-one-de": shown(
    ACCOUNT_PAGES.sessions,
    { sessions: [session] },
    { locale: "de" },
  ),
  "account-end-others-fr": shown(ACCOUNT_PAGES.endOtherSessions, { others: 2 }, { locale: "fr" }),
  "account-end-everywhere": shown(ACCOUNT_PAGES.endOtherSessions, { others: 0 }),
  "account-activity": shown(ACCOUNT_PAGES.activity, {
    entries: [
      entry,
      { ...entry, event: "passkey.added", way: null, target: "iCloud Keychain" },
      { ...entry, event: "password.refused", way: null, userAgent: IPHONE },
      {
        ...entry,
        at: at("2026-11-20T09:00:00Z"),
        event: "export.ready",
        way: null,
        ipAddress: null,
        userAgent: null,
        isByService: true,
      },
    ],
    kind: null,
    before: "a1",
    isLater: true,
  }),
  "account-activity-empty-ja": shown(
    ACCOUNT_PAGES.activity,
    { entries: [], kind: "passkey.removed", before: null, isLater: false },
    { locale: "ja" },
  ),
  "account-data": shown(ACCOUNT_PAGES.data, {
    copies: [
      {
        status: "pending",
        createdAt: at("2026-11-26T09:00:00Z"),
        expiresAt: null,
        downloadUrl: null,
      },
      {
        status: "ready",
        createdAt: at("2026-11-26T08:00:00Z"),
        expiresAt: at("2026-11-27T08:00:00Z"),
        downloadUrl: "https://auth.example.com/api/v1/me/export/1/download",
      },
      {
        status: "expired",
        createdAt: at("2026-11-20T08:00:00Z"),
        expiresAt: at("2026-11-21T08:00:00Z"),
        downloadUrl: null,
      },
    ],
    deletion: { due: at("2026-12-26T09:00:00Z"), inTheWay: [owned.name], pending: null },
  }),
  "account-data-pending-fr": shown(
    ACCOUNT_PAGES.data,
    {
      copies: [],
      deletion: {
        due: null,
        inTheWay: [],
        pending: { scheduledFor: at("2026-12-26T09:00:00Z") },
      },
    },
    { locale: "fr" },
  ),
  "account-deletion": shown(
    ACCOUNT_PAGES.deletion,
    { email, due: at("2026-12-26T09:00:00Z"), needsPassword: true, owned: [] },
    { form: refused({}, BUILT_IN_TEXTS.en.refusals.BUSY) },
  ),
  "account-deletion-owned-de": shown(
    ACCOUNT_PAGES.deletion,
    { email, due: null, needsPassword: true, owned: [owned, { ...owned, id: "2", name: "Hafen" }] },
    { locale: "de" },
  ),
  "account-goodbye": (() => {
    const kit = galleryKit();
    const content = ACCOUNT_PAGES.goodbye.template?.({ form: EMPTY_FORM }, kit);
    if (!content) throw new Error("goodbye has no template");
    return entryLayout(content, kit);
  })(),
  "account-preferences": shown(ACCOUNT_PAGES.preferences, {}),
};
