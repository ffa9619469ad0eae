import { html, type Html } from "./html.js";
import { declaredRefusals } from "../kernel/refusals.js";
import type { DocumentedRoute, DocumentedSection } from "../kernel/route.js";

/** Returns the access of a route as words for the documentation, for example `fresh session, org:delete`. */
export const accessText = ({ access }: Pick<DocumentedRoute, "access">): string =>
  typeof access === "object"
    ? `${access.fresh ? "fresh session, " : ""}${access.permission}`
    : access === "anyone"
      ? "anyone"
      : `${access === "fresh" ? "fresh " : ""}session`;

/** The surface as a page to read: what the route table says, section by section. */
export const describeSurface = (sections: readonly DocumentedSection[]): Html =>
  html`<p>
      The same as an <a href="/api/v1/openapi.json">OpenAPI 3.1 document</a>. Refusals that every
      route shares are left out here.
    </p>
    ${sections.map(describeSection)}`;

const describeSection = ({ title, routes }: DocumentedSection): Html =>
  html`<h2>${title}</h2>
    <table>
      <thead>
        <tr>
          <th>Route</th>
          <th>For</th>
          <th>What it does</th>
        </tr>
      </thead>
      <tbody>
        ${routes.map(describeRoute)}
      </tbody>
    </table>`;

const describeRoute = (route: DocumentedRoute): Html => {
  const paths = [route.path, ...(route.aliases ?? [])].map(
    (path) => html`<code>${route.method} ${path}</code><br />`,
  );
  const codes = [...declaredRefusals(route), ...(route.ownRefusals ?? []).map(({ code }) => code)];
  const refusals = codes.map((code) => html` <code>${code}</code>`);
  return html`<tr>
    <td>${paths}</td>
    <td>${accessText(route)}</td>
    <td>${route.summary}${refusals}</td>
  </tr>`;
};
