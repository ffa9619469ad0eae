import { inOneLine } from "../../kernel/plain-text.js";
import type { Links } from "../../ports/links.js";
import type { Catalogue, FooterTexts } from "../language/catalogue.js";
import { wordsOf } from "../language/words.js";
import { type Fact, factsOf } from "./facts.js";
import type { MailPart, PartMail, PartText } from "./mail-part.js";
import type { Mail } from "./mails.js";
import { rowOf } from "./templates.js";

/** A mail's content as pieces; one renderer makes plain text of them, another HTML. */
export type Piece =
  | { readonly text: string }
  | { readonly facts: readonly Fact[] }
  | { readonly code: string }
  | { readonly link: string; readonly label: string };

export interface Draft {
  /** One line. */
  readonly subject: string;
  readonly pieces: readonly Piece[];
  /** Who sends the mail, and why. */
  readonly footer: string;
  /** Between a label and what it is for. */
  readonly colon: string;
}

/** What every mail may mention. */
export interface Sender {
  readonly appName: string;
  readonly links: Links;
  readonly catalogue: Catalogue;
  /** Returns what people call a provider. */
  readonly providerName: (id: string) => string;
}

/** Returns what a mail says, in the language of the sender's catalogue. */
export function draftMail(mail: Mail, sender: Sender): Draft {
  const { links, catalogue } = sender;
  // The compiler cannot see that the values and the text of one template belong together.
  const text = catalogue.mails[mail.template] as PartText<object>;
  const { layOut, footer } = rowOf(mail.template);
  const laidOut = layOut(mail.data, { links, words: wordsOf(catalogue) });
  return draftOf(mail, { text, laidOut, footer }, sender);
}

/** Returns what a mail of a feature says, in English where its language is missing. */
export function draftPart(mail: PartMail, part: MailPart, sender: Sender): Draft {
  const { links, catalogue } = sender;
  const text = part.texts[catalogue.locale] ?? part.texts.en;
  const laidOut = part.layOut(mail.data, { links, words: wordsOf(catalogue) });
  const footer = part.footer ?? (part.group === null ? "request" : "notice");
  const draft = draftOf(mail, { text, laidOut, footer }, sender);
  const why = text.footer?.({ ...laidOut.values, app: sender.appName });
  return why === undefined ? draft : { ...draft, footer: `${senderOf(sender)}: ${why}` };
}

/** What a mail is drafted from. */
interface Written {
  readonly text: PartText<object>;
  readonly laidOut: ReturnType<MailPart["layOut"]>;
  readonly footer: keyof FooterTexts;
}

function draftOf(
  mail: Pick<Mail | PartMail, "to" | "data">,
  { text, laidOut, footer }: Written,
  sender: Sender,
): Draft {
  const { appName: app, links, catalogue } = sender;
  const words = wordsOf(catalogue);
  const { values, action, signOut } = laidOut;
  const said = { ...values, app };
  const [preview = "", ...intro] = text.intro(said);
  const facts = factsOf(mail.data, { ...sender, words });
  return {
    subject: inOneLine(text.subject(said)),
    pieces: [
      { text: preview },
      ...(facts.length > 0 ? [{ facts }] : []),
      ...textPieces(intro),
      "code" in action ? action : { ...action, label: text.button?.(said) ?? app },
      ...(signOut === undefined ? [] : [{ link: signOut, label: catalogue.signOutEverywhere }]),
      ...textPieces(text.outro?.(said) ?? []),
    ],
    footer: catalogue.footer[footer]({ app, host: hostOf(links.home), to: mail.to }),
    colon: catalogue.colon,
  };
}

const textPieces = (lines: readonly string[]): readonly Piece[] => lines.map((text) => ({ text }));

/** Who sends a mail, as its footer begins. */
export const senderOf = ({ appName, links }: Pick<Sender, "appName"> & SentFrom): string =>
  `${appName} (${hostOf(links.home)})`;

interface SentFrom {
  readonly links: Pick<Links, "home">;
}

/** The host name of a URL, with its port. A whole URL would become a link. */
export const hostOf = (url: string): string => /^[a-z]+:\/\/([^/?#]+)/i.exec(url)?.[1] ?? url;
