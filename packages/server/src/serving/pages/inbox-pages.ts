import { type Html, html, type Look } from "@acme/auth-http";
import { codesAndLinks, type Key } from "../inbox/codes-and-links.js";
import type { KeptMail } from "../inbox/development-inbox.js";
import { createPage, type Page } from "./page.js";

/** What the inbox shows. */
export interface ShownInbox {
  readonly mails: readonly KeptMail[];
  /** Where mails are when this process does not have them. */
  readonly elsewhere: string | null;
  /** Where the page about the service is. */
  readonly home: string;
}

const RENEWED_EVERY_SECONDS = 3;

/** The mails, each with what a reader needs of it. */
export const inboxPage = (look: Look, { mails, elsewhere, home }: ShownInbox): Page => ({
  ...createPage(look, {
    title: "Development inbox",
    header: html`${look.mark()}
      <nav><a href="${home}">Service</a></nav>`,
    content: html`<h1>Development inbox</h1>
      <p>
        ${elsewhere ?? "Mails are not sent: they are printed, and the newest 100 are here until the server stops."}
      </p>
      ${elsewhere ? [] : listOf(mails)}`,
  }),
  ...(elsewhere === null && { renewedEvery: RENEWED_EVERY_SECONDS }),
});

const listOf = (mails: readonly KeptMail[]): Html =>
  mails.length === 0
    ? html`<section>
        <p>No mail yet. Ask for a code or a link: it appears here by itself.</p>
      </section>`
    : html`${mails.map(describeMail)}`;

const describeMail = (mail: KeptMail): Html =>
  html`<article>
    <h2><a href="/dev/inbox/${mail.id}">${mail.subject}</a></h2>
    <p>to ${mail.to} · ${timeOf(mail)}</p>
    ${codesAndLinks(mail.text).map(describeKey)}
  </article>`;

const describeKey = (key: Key): Html =>
  "code" in key
    ? html`<p class="code">${key.code}</p>`
    : html`<p><a href="${key.link}">${key.label ?? key.link}</a></p>`;

const timeOf = ({ deliveredAt }: KeptMail): string =>
  `${deliveredAt.toISOString().slice(0, 19).replace("T", " ")} UTC`;

/** One mail, as text and as its HTML. */
export const mailPage = (look: Look, mail: KeptMail): Page =>
  createPage(look, {
    title: mail.subject,
    header: html`${look.mark()}
      <nav><a href="/dev/inbox">Development inbox</a></nav>`,
    content: html`<h1>${mail.subject}</h1>
      <p>to ${mail.to} · ${timeOf(mail)}</p>
      ${codesAndLinks(mail.text).map(describeKey)}
      <p>
        <iframe
          title="The mail as HTML"
          src="/dev/inbox/${mail.id}?part=html"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        ></iframe>
      </p>
      <section><pre tabindex="0">${mail.text}</pre></section>`,
  });

/**
 * The HTML of a mail, for the frame. The policy sandboxes it even when it is opened by itself: no
 * script, no form, no origin of its own. Its links open in a new tab.
 */
export const framedMail = (mail: KeptMail): Page => ({
  body: mail.html.replace(/<head>/i, '<head><base target="_blank">'),
  contentSecurityPolicy:
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; frame-ancestors 'self'",
});
