import { inOneLine } from "../../kernel/plain-text.js";
import type { Env } from "../../store/env.js";
import { type Draft, draftMail } from "./drafts.js";
import type { MailChoices } from "./mail-choices.js";
import type { MailToRender, RenderedMail } from "./mail-options.js";
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
  const draft =
    mail.template === "application" ? draftOwnMail(mail, sender) : draftMail(mail, sender);
  const standard = {
    subject: draft.subject,
    text: renderText(draft),
    html: renderHtml(draft, { ...catalogue, appName, brand: mails.brand }),
  };
  const context = { locale, link: linkOf(draft), standard };
  const rendered = (await mails.render?.(shownOf(mail), context)) ?? standard;
  // A line break in a subject would begin another header.
  return { ...rendered, subject: inOneLine(rendered.subject) };
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
