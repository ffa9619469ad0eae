import type { LinkedPage, Links } from "../../ports/links.js";
import type { MailValues } from "../language/catalogue.js";
import type { Words } from "../language/words.js";
import type { CodeData, TemplateName } from "./mails.js";

/** What a layout is made with. */
export interface Scene {
  readonly links: Links;
  readonly words: Words;
}

/** What the texts of a mail may say, and the code or link that the mail brings. */
export interface Layout<T extends TemplateName> {
  readonly values: Omit<MailValues<T>, "app">;
  readonly action: { readonly code: string } | { readonly link: string };
  /**
   * Where a user signs out everywhere, when the first link leads elsewhere and the mail may be the
   * first that its reader hears of a thief.
   */
  readonly signOut?: string;
}

/** A mail that brings a code, and says how long it works. */
export const codeMail = ({ code, minutes }: CodeData, { words }: Scene) => ({
  values: { code, lifetime: words.duration(minutes) },
  action: { code },
});

interface LinkData {
  readonly token: string;
  readonly minutes: number;
}

/** A mail that brings a link, and says how long it works. */
export const linkMail =
  <D extends LinkData>(build: (links: Links, data: D) => string) =>
  (data: D, { links, words }: Scene) => ({
    values: { lifetime: words.duration(data.minutes) },
    action: { link: build(links, data) },
  });

/** A notice that leads to a page of the application; null: to where it begins. */
export const notice =
  (page: LinkedPage | null) =>
  (_data: object, { links }: Scene) => ({
    values: {},
    action: { link: page === null ? links.home : links.page(page, null) },
  });

/** Where a user signs out everywhere. */
export const signOutLink = (links: Links): string => links.page("sessions", null);

/**
 * A notice that leads to a page of the application, and to where the user signs out everywhere,
 * which ends copies of this session too.
 */
export const alarm =
  (page: LinkedPage) =>
  (_data: object, { links }: Scene) => ({
    values: {},
    action: { link: links.page(page, null) },
    signOut: signOutLink(links),
  });
