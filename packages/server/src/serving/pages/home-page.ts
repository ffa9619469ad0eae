import { type Html, html, type Look } from "@acme/auth-http";
import { createPage, type Page } from "./page.js";

/** What a browser is told at `/`. */
export interface Home {
  readonly appName: string;
  readonly appUrl: string;
  /** Whether the service has the pages of the front end itself. */
  readonly isFrontEnd: boolean;
  readonly hasInbox: boolean;
  /** What only developers should read, name and value; empty in production. */
  readonly facts: readonly (readonly [name: string, value: string])[];
}

export const homePage = (
  look: Look,
  { appName, appUrl, isFrontEnd, hasInbox, facts }: Home,
): Page =>
  createPage(look, {
    title: appName,
    header: html`${look.mark()}
      <h1>${appName}</h1>`,
    content: html`<p>
        Sign-in and accounts. People use it through
        <a href="${appUrl}">${isFrontEnd ? "its own pages" : "the application"}</a>.
      </p>
      ${facts.length === 0 || isFrontEnd ? [] : SEPARATE}
      <section>
        <ul>
          <li><a href="/docs">Reference</a>: every route</li>
          <li><a href="/api/v1/openapi.json">OpenAPI document</a></li>
          ${
            hasInbox
              ? html`<li>
                  <a href="/dev/inbox">Development inbox</a>: the mails, with their codes and links
                </li>`
              : []
          }
        </ul>
      </section>
      ${facts.length === 0 ? [] : tableOf(facts)}`,
  });

const SEPARATE = html`<p>
  The application is a program of its own, and this one does not start it. In a clone, stop this one
  and call <code>npm run example</code>: it starts both.
</p>`;

const tableOf = (facts: Home["facts"]): Html =>
  html`<dl>
    ${facts.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
