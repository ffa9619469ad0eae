import type { Mail } from "./mails.js";

/** A mail's content as pieces; one renderer makes plain text of them, another HTML. */
export type Piece = { readonly text: string } | { readonly code: string } | { readonly link: string; readonly label: string };

export interface Draft {
  readonly subject: string;
  readonly pieces: readonly Piece[];
}

type Sendable = Exclude<Mail, { readonly template: "none" }>;
type Templates = { readonly [M in Sendable as M["template"]]: (data: M["data"], appName: string) => Draft };

/** What every mail says. Subjects are constant for a template and hold nothing a user chose. */
export const TEMPLATES: Templates = {
  "sign-in-code": ({ code, minutes }, appName) => ({
    subject: `Your ${appName} sign-in code`,
    pieces: [
      { text: `Enter this code to sign in to ${appName}:` },
      { code },
      { text: `It works once and for ${minutes} minutes. Nobody from ${appName} will ever ask you for it.` },
      { text: "If you did not try to sign in, you can ignore this mail." },
    ],
  }),
};

/** The draft of a mail; null for the mail that nobody gets. */
export function draftMail(mail: Mail, appName: string): Draft | null {
  if (mail.template === "none") return null;
  return TEMPLATES[mail.template](mail.data, appName);
}
