import { EMPTY_FORM } from "../../src/kernel/form-state.js";
import type { Kit } from "../../src/kit.js";
import { accountLayout } from "../../src/layouts/account-layout.js";
import type { PageContent } from "../../src/layouts/document.js";
import { entryLayout } from "../../src/layouts/entry-layout.js";
import { goneTemplate, invitationTemplate } from "../../src/pages/invitation-template.js";
import { PAGES } from "../../src/pages/pages.js";
import { BUILT_IN_TEXTS } from "../../src/texts/built-in.js";
import { galleryFrame, galleryKit } from "./gallery-kit.js";

const form = EMPTY_FORM;
const providers = [
  { id: "google", name: "Google", isLast: false },
  { id: "github", name: "GitHub", isLast: true },
  { id: "corporate", name: "Corporate login", isLast: false },
];

/** A page that is drawn has a template. */
const drawn = (content: PageContent | undefined): PageContent => {
  if (!content) throw new Error("the page has no template");
  return content;
};

const draw = (locale: keyof typeof BUILT_IN_TEXTS, content: (kit: Kit) => PageContent): string => {
  const kit = galleryKit({ locale, texts: BUILT_IN_TEXTS[locale] });
  return entryLayout(content(kit), kit);
};

const INVITED = {
  organization: "Nordlicht Studio",
  inviter: "Mia Berg",
  role: "member",
  email: "nora.lindqvist@a-much-longer-host.example.com",
  isSignedIn: false,
  signedInAs: null,
  failure: null,
  form,
} as const;

/** The pages of an invitation, in each of its states. */
const JOINING: Readonly<Record<string, string>> = {
  "flow-invitation": draw("en", (kit) => invitationTemplate(INVITED, kit)),
  "flow-invitation-owner-ja": draw("ja", (kit) =>
    invitationTemplate({ ...INVITED, inviter: null, role: "owner", isSignedIn: true }, kit),
  ),
  "flow-invitation-other-de": draw("de", (kit) =>
    invitationTemplate(
      { ...INVITED, role: "admin", isSignedIn: true, signedInAs: "ada@example.com" },
      kit,
    ),
  ),
  "flow-invitation-failed-es": draw("es", (kit) =>
    invitationTemplate({ ...INVITED, failure: BUILT_IN_TEXTS.es.signIn.failed }, kit),
  ),
  "flow-invitation-gone-fr": draw("fr", (kit) => goneTemplate({}, kit)),
  "flow-code-joins-fr": draw("fr", (kit) =>
    drawn(
      PAGES.signInCode.template?.(
        {
          email: INVITED.email,
          next: null,
          others: [],
          joins: INVITED.organization,
          resendIn: 42,
          form,
        },
        kit,
      ),
    ),
  ),
  "flow-sign-in-joins-de": draw("de", (kit) =>
    drawn(
      PAGES.signIn.template?.(
        {
          providers: [],
          hasEmail: true,
          hasPasskey: true,
          isPasskeyLast: false,
          isOpen: true,
          way: "password",
          hasSignUp: true,
          failure: null,
          joining: INVITED,
          form,
        },
        kit,
      ),
    ),
  ),
};

/** The pages of the first flow, as the package has them. */
export const FLOW: Readonly<Record<string, string>> = {
  "flow-sign-in-fr": draw("fr", (kit) =>
    drawn(
      PAGES.signIn.template?.(
        {
          providers,
          hasEmail: true,
          hasPasskey: true,
          isPasskeyLast: false,
          isOpen: true,
          way: "code",
          hasSignUp: false,
          failure: null,
          joining: null,
          form,
        },
        kit,
      ),
    ),
  ),
  "flow-code-de": draw("de", (kit) =>
    drawn(
      PAGES.signInCode.template?.(
        {
          email: "nora@example.com",
          next: null,
          others: ["link", "password"],
          joins: null,
          resendIn: 0,
          form,
        },
        kit,
      ),
    ),
  ),
  ...JOINING,
  "flow-welcome-es": draw("es", (kit) =>
    drawn(PAGES.welcome.template?.({ name: "", hasPasskey: true, hasPassword: true, form }, kit)),
  ),
  "flow-profile-ja": (() => {
    const kit = galleryKit({
      locale: "ja",
      texts: BUILT_IN_TEXTS.ja,
      flash: { text: BUILT_IN_TEXTS.ja.frame.saved, section: "name", kind: "good" },
    });
    const view = {
      name: "山田 太郎",
      email: "taro@example.com",
      isVerified: true,
      pending: null,
      sections: [],
      form,
    };
    return accountLayout(drawn(PAGES.profile.template?.(view, kit)), galleryFrame("Profile"), kit);
  })(),
};
