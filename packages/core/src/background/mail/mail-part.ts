import type { EmailAddress } from "../../kernel/email-address.js";
import type { Stores } from "../../store/store.js";
import type { CommonMailValues, FooterTexts } from "../language/catalogue.js";
import type { Scene } from "./layouts.js";
import type { SharedGroup } from "./templates.js";

/** The name of a mail of a feature: the feature, and what the mail is about. */
export type PartName = `${string}/${string}`;

/** The texts of one mail in one language. All of them are plain text. */
export interface PartText<V extends object> {
  /** One line. Say nothing in it that a user chose, such as a name. */
  subject(values: V & CommonMailValues): string;
  /**
   * The paragraphs above the button or code. The first is the preview that an inbox shows; what was
   * done, when and from where stands below the first.
   */
  intro(values: V & CommonMailValues): readonly string[];
  /** What the button says. Default: the name of the application. */
  button?(values: V & CommonMailValues): string;
  /** The paragraphs below the button or code. Default: none. */
  outro?(values: V & CommonMailValues): readonly string[];
  /** Why the mail is sent, after who sends it. Default: as `MailPart.footer` says. */
  footer?(values: V & CommonMailValues): string;
}

/**
 * A mail that a feature brings. `D`: its data, which waits sealed with the mail; `V`: what its texts
 * may say; `S`: the stores of the feature.
 */
export interface MailPart<
  D extends object = object,
  V extends object = object,
  S extends object = object,
> {
  /** Stored with the mails that wait, so it never changes. */
  readonly name: PartName;
  /**
   * Whose budget a notice counts against: its own, or that of a group. Null for a mail that someone
   * asked for or that you announce: what asks for it has a budget. Of notices beyond a budget the
   * newest waits, in the place of the one that waited before.
   */
  readonly group: "own" | SharedGroup | null;
  /** Why the mail is sent. Default: `notice` for a notice, `request` for any other mail. */
  readonly footer?: keyof FooterTexts;
  /**
   * Whether the mail is still of use when its turn comes. If not it is dropped. Default: it is.
   */
  isLive?(data: D, stores: Stores & S, now: Date): Promise<boolean>;
  /** Returns what the texts may say, and the code or link that the mail brings. */
  layOut(
    data: D,
    scene: Scene,
  ): {
    readonly values: V;
    readonly action: { readonly code: string } | { readonly link: string };
    /** Where a user signs out everywhere, as a second button. */
    readonly signOut?: string;
  };
  /** By BCP 47 tag. A language that is missing reads English. */
  readonly texts: { readonly en: PartText<V>; readonly [locale: string]: PartText<V> };
}

/**
 * Declares a mail of a feature, for its `mails`.
 * @example
 * const invited = defineMail({
 *   name: "waitingList/invited",
 *   group: null,
 *   layOut: ({ place }: { readonly place: number }, { links }) => ({
 *     values: { place },
 *     action: { link: links.home },
 *   }),
 *   texts: {
 *     en: {
 *       subject: ({ app }) => `Your place at ${app}`,
 *       intro: ({ place }) => [`You are number ${place}.`],
 *     },
 *   },
 * });
 */
export const defineMail = <D extends object, V extends object, S extends object = object>(
  mail: MailPart<D, V, S>,
): MailPart<D, V, S> => mail;

/** A mail of a feature as it waits, sealed. */
export interface PartMail {
  readonly template: PartName;
  readonly to: EmailAddress;
  readonly data: object;
  readonly carries: null;
  /** What the languages of the application are matched with. */
  readonly language: string | null;
}

/** Returns whether a mail is one of a feature. */
export const isPartMail = (mail: { readonly template: string }): mail is PartMail =>
  mail.template.includes("/");
