import { expect, it } from "vitest";
import { describeDocument } from "../openapi.js";
import { NO_EVENTS } from "../openapi/refusals.js";
import { sections, surface } from "../surface.js";
import { describeSurface } from "./docs-page.js";

const described = await describeDocument(sections, "https://auth.acme.example", {
  appName: "Acme",
  events: NO_EVENTS,
});
const { text } = describeSurface(sections, described);
const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
const links = [...text.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id!);

it("has an anchor for every section, operation and schema, once", () => {
  expect(new Set(ids).size).toBe(ids.length);
  const named = [
    ...surface.map(({ operationId }) => operationId),
    ...Object.keys(described.document.components.schemas),
  ];
  expect(ids).toEqual(expect.arrayContaining(named));
  expect(ids.length - named.length).toBe(sections.length + 1);
});

it("leads from its contents to each section and from each route to its schemas", () => {
  expect(links.filter((link) => !ids.includes(link))).toEqual([]);
  expect(links.slice(0, sections.length + 1)).toEqual(ids.filter((id) => /^[a-z-]+$/.test(id)));
  expect(text).toContain('Takes <a href="#EmailOtpSignInBody">');
  expect(text).toContain('Answers <a href="#Passkey">');
});

it("says of a field what it holds", () => {
  const session = text.slice(
    text.indexOf('<h3 id="Session">'),
    text.indexOf('<h3 id="ListedSession">'),
  );
  expect(session.replaceAll(/\s+/g, " ")).toContain(
    "<td><code>ipAddress</code></td> <td>string or null</td>",
  );
});
