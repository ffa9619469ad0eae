import type { PasskeySignals } from "@acme/auth-core";
import type { Html } from "@acme/auth-http";
import type { Formats } from "./formats.js";
import type { Href, PageArguments } from "./href.js";
import type { PageName } from "./page-paths.js";
import type { PagesTexts } from "./texts/pages-texts.js";

/** A page, or a part of one: pure, synchronous, and given all it shows. */
export type Template<View> = (view: View, kit: Kit) => Html;

/** What every template is given besides its view: whose page it is, and who reads it. */
export interface Kit {
  /** The name of the application. */
  readonly appName: string;
  readonly brand: KitBrand;
  /** The BCP 47 tag of the language of the page. */
  readonly locale: string;
  readonly direction: "ltr" | "rtl";
  /** Every language that can be chosen, by its tag. */
  readonly locales: readonly string[];
  /** As the reader has chosen it; `system` follows the device. */
  readonly theme: Theme;
  /** The texts of the language. */
  readonly texts: PagesTexts;
  /** Dates, numbers and lists, as the language writes them. */
  readonly formats: Formats;
  /** Returns the URL of a page. */
  readonly page: <Name extends PageName>(name: Name, ...given: PageArguments<Name>) => Href;
  /** Returns the URL of a file of the package. */
  readonly asset: (name: AssetName) => Href;
  /** The hash-pinned stylesheet that entry pages carry inline, with its `style` tags. */
  readonly entryStyle: Html;
  /** Where the logo and "Continue" lead. */
  readonly home: Href;
  /** The page that is shown, as a `next` of the forms that come back to it. */
  readonly here: string;
  /** What the forms of the page carry along; null where there is none. */
  readonly hidden: HiddenValues;
  /** What the step before this page has to say; null most of the time. */
  readonly flash: Flash | null;
  /** What the frame of a signed-in page shows; null on entry pages. */
  readonly frame: Frame | null;
  /** The inbox of a development server that prints its mails; null everywhere else. */
  readonly inbox: Href | null;
}

/** The theme that a reader has chosen, or that of the device. */
export type Theme = "system" | "light" | "dark";

/** A file that the package serves. */
export type AssetName = "pages.css" | "pages.js" | "icon.svg";

/** Values of hidden fields, by the rules of the requests: no form has a token. */
export interface HiddenValues {
  /** The sealed sign-in under way. */
  readonly step: string | null;
  /** Where to go afterwards. */
  readonly next: string | null;
}

/** What is shown once after a redirect, at the section it belongs to. */
export interface Flash {
  /** The sentence, in the language of the page. */
  readonly text: string;
  /** The id of the section; null: above everything. */
  readonly section: string | null;
  /** What it is. Default: neutral on entry pages, and good news on pages of the account. */
  readonly kind?: "good" | "warn" | "bad";
}

/** The brand, as templates need it. Its colors and corners are in the stylesheets. */
export interface KitBrand {
  /** Null: a square of the color with the first letter of the name. */
  readonly logo: { readonly light: Href; readonly dark: Href } | null;
  readonly terms: Href | null;
  readonly privacy: Href | null;
  readonly support: Href | null;
}

/** What is around the page of a signed-in user. */
export interface Frame {
  readonly user: FramePerson;
  /** The organization of the page, or the active one; null when there is none. */
  readonly organization: FrameOrganization | null;
  /** All of the user's, as the switcher lists them. */
  readonly organizations: readonly FrameOrganization[];
  /** Invitations that wait for an answer, newest first. */
  readonly waitingInvitations: readonly FrameInvitation[];
  /** The rail, in groups: the account, then the organization. */
  readonly rail: readonly RailGroup[];
  readonly banner: FrameBanner | null;
  readonly passkeys: FramePasskeys;
}

/** What the script does with passkeys, without the user. */
export interface FramePasskeys {
  /** What it tells the keepers of passkeys; empty where nothing may have changed. */
  readonly signals: readonly PasskeySignals[];
  /**
   * Names the sign-in after which the browser may make a passkey by itself, once; null when it may
   * not.
   */
  readonly creation: string | null;
}

/** Who is signed in, as the account menu shows them. */
export interface FramePerson {
  readonly id: string;
  /** Null: they have not given one. */
  readonly name: string | null;
  readonly email: string;
}

/** An organization in the switcher. */
export interface FrameOrganization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/** An invitation in the switcher. */
export interface FrameInvitation {
  readonly id: string;
  /** The name of the organization. */
  readonly organization: string;
}

/** Entries of the rail under one heading. */
export interface RailGroup {
  /** What the group is about: "Account", or the organization's name. */
  readonly label: string;
  readonly entries: readonly RailEntry[];
}

/** An entry of the rail. */
export interface RailEntry {
  readonly label: string;
  readonly href: Href;
  /** Whether the page is this entry or below it. */
  readonly isCurrent: boolean;
}

/** What must not be overlooked, with the one thing to do about it. */
export interface FrameBanner {
  readonly kind: "neutral" | "warn" | "bad";
  readonly text: string;
  /** Posts a form, or leads to a page. */
  readonly button:
    | { readonly label: string; readonly action: Href }
    | { readonly label: string; readonly href: Href }
    | null;
}
