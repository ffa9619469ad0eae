import { inOneLine } from "../../kernel/plain-text.js";
import type { Env } from "../../store/env.js";
import { type Draft, draftMail, draftPart, type Sender } from "./drafts.js";
import type { MailChoices } from "./mail-choices.js";
import type { MailToRender, RenderedMail } from "./mail-options.js";
import { isPartMail } from "./mail-part.js";
import { type AnyMail, draftOwnMail } from "./own-mail.js";
import { renderHtml, renderText } from "./rendering.js";

/**
 * Renders a mail in the language of its recipient: by the application's renderer, or else as the
 * library does. In both cases its subject is one line.
 * @throws what the application's renderer throws
 */
export async function renderMail(
  { links, choices, identityProviders }: Env,
  mails: MailChoices,
  mail: AnyMail,
): Promise<RenderedMail> {
  const { appName } = choices;
  const locale = mails.languages.match(mail.language ?? null);
  const catalogue = await mails.languages.load(locale);
  const providerName = (id: string): string =>
    identityProviders.find((provider) => provider.id === id)?.name ?? id;
  const sender = { appName, links, catalogue, providerName };
  const draft = draftAny(mail, mails, sender);
  const frame = { ...catalogue, appName, brand: mails.brand };
  const standard = {
    subject: draft.subject,
    text: renderText(draft, frame),
    html: renderHtml(draft, frame),
  };
  const context = { locale, link: linkOf(draft), standard };
  const rendered = (await mails.render?.(shownOf(mail), context)) ?? standard;
  // A line break in a subject would begin another header.
  return { ...rendered, subject: inOneLine(rendered.subject) };
}

function draftAny(mail: AnyMail, { parts }: Pick<MailChoices, "parts">, sender: Sender): Draft {
  if (mail.template === "application") return draftOwnMail(mail, sender);
  if (!isPartMail(mail)) return draftMail(mail, sender);
  const part = parts.get(mail.template);
  if (!part) throw new Error(`no feature brings the mail ${mail.template}`);
  return draftPart(mail, part, sender);
}

function shownOf(mail: AnyMail): MailToRender {
  if (mail.template === "application") {
    const { template, name, to, data } = mail;
    return { template, name, to, data };
  }
  const { carries: _carries, language: _language, ...shown } = mail;
  return shown;
}

const linkOf = ({ pieces }: Draft): string | null =>
  pieces.find((piece) => "link" in piece)?.link ?? null;
