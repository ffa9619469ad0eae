import { definePolicy, Secret, type SignedIn, toId } from "@acme/auth-core";
import { standIn } from "@acme/auth-testing/stand-in";
import { describe, expect, it } from "vitest";
import { createSite } from "../site/site.js";
import type { Exchange, HttpReply } from "./http-message.js";
import { createReplies } from "./replies.js";
import type { AnyRoute } from "./route.js";

const site = createSite({
  serviceUrl: "https://api.example.com",
  appUrl: "https://app.example.com",
});
const { finish, serialise, preflight } = createReplies(site, definePolicy());
const ORGANIZATION = "0197a0c0-0000-7000-8000-000000000001";
const route = standIn<AnyRoute>({
  standing: undefined,
  status: 202,
  protocol: undefined,
  family: undefined,
});
const exchangeOf = (method: string, origin?: string): Exchange =>
  standIn<Exchange>({
    requestId: "r1",
    request: { method, header: (name: string) => (name === "origin" ? origin : undefined) },
  });
const pairs = ({ headers }: HttpReply) =>
  Object.fromEntries(
    headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]]] : [])),
  );
const namesOf = (answer: object): readonly (string | undefined)[] =>
  serialise(route, { body: null, ...answer }).cookies.map((cookie) => cookie.split("; P", 1)[0]);
const signedIn = (own: Partial<SignedIn>) =>
  standIn<SignedIn>({
    token: new Secret("TOKEN"),
    session: { remembered: false },
    knownBrowser: undefined,
    activeOrganization: undefined,
    ...own,
  });

describe("the cookies of an answer", () => {
  it("are none when it says nothing of them", () => {
    expect(namesOf({})).toEqual([]);
  });

  it("are those of the sign-in: session, known browser, and the organization to work in", () => {
    expect(namesOf({ session: signedIn({}) })).toEqual(["__Host-session=TOKEN"]);
    const session = signedIn({
      knownBrowser: new Secret("KNOWN"),
      activeOrganization: toId(ORGANIZATION),
    });
    expect(namesOf({ session })).toEqual([
      "__Host-session=TOKEN",
      "__Host-known-browser=KNOWN; Max-Age=34560000",
      `active-org=${ORGANIZATION}; Max-Age=2592000`,
    ]);
    expect(namesOf({ session, activeOrganization: null })).toContain("active-org=; Max-Age=0");
  });

  it("leave the organization as it is after a sign-in to none", () => {
    expect(namesOf({ session: signedIn({ activeOrganization: null }) })).toEqual([
      "__Host-session=TOKEN",
    ]);
  });

  it("are cleared by a sign-out", () => {
    expect(namesOf({ session: null })).toEqual([
      "__Host-session=; Max-Age=0",
      "active-org=; Max-Age=0",
    ]);
  });

  it("set or clear the organization, and tell a browser from others", () => {
    expect(namesOf({ activeOrganization: ORGANIZATION })).toEqual([
      `active-org=${ORGANIZATION}; Max-Age=2592000`,
    ]);
    expect(namesOf({ activeOrganization: null })).toEqual(["active-org=; Max-Age=0"]);
    expect(namesOf({ browser: { token: new Secret("BROWSER") } })).toEqual([
      "__Host-browser=BROWSER; Max-Age=600",
    ]);
  });
});

describe("an answer", () => {
  it("is JSON, made or given", () => {
    for (const answer of [{ body: { a: 1 } }, { json: '{"a":1}' }])
      expect(serialise(route, answer)).toMatchObject({ status: 202, body: '{"a":1}' });
  });

  it("that has no content has no type either, but is sealed like every other", () => {
    const reply = serialise({ ...route, status: 204 }, { body: { a: 1 } });
    expect(reply).toMatchObject({ status: 204, cookies: [], body: null });
    expect(pairs(reply)).toEqual({
      "Referrer-Policy": "no-referrer",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    });
  });

  it("that is a file is sent as it comes, to be saved", () => {
    const content = (async function* () {})();
    const reply = serialise(route, { download: { fileName: "a.json", content } });
    expect(reply).toMatchObject({ status: 202, cookies: [], body: content });
    expect(pairs(reply)).toMatchObject({
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="a.json"',
    });
  });

  it("that is a page has the status of its route, unless its link is dead", () => {
    const page = { headers: ["A", "b"], body: "<p>" };
    expect(serialise(route, { page })).toEqual({ ...page, status: 202, cookies: [] });
    expect(serialise(route, { page, status: 400 })).toMatchObject({ status: 400 });
  });
});

describe("a finished reply", () => {
  const plain: HttpReply = { status: 200, headers: ["A", "b"], cookies: ["c=d"], body: "text" };

  it("varies by language only where its text does", () => {
    expect(pairs(finish(exchangeOf("GET"), plain))).toMatchObject({
      Vary: "Origin",
      "X-Request-Id": "r1",
      A: "b",
    });
    const translated = finish(exchangeOf("GET"), { ...plain, byLanguage: true });
    expect(pairs(translated)).toMatchObject({ Vary: "Origin, Accept-Language" });
  });

  it("varies by language over http too, and asks for no https there", () => {
    const local = createSite({
      serviceUrl: "http://localhost:3000",
      appUrl: "http://localhost:3004",
    });
    const replies = createReplies(local, definePolicy());
    const reply = replies.finish(exchangeOf("GET"), { ...plain, byLanguage: true });
    expect(pairs(reply)).toMatchObject({ Vary: "Origin, Accept-Language" });
    expect(reply.headers).not.toContain("Strict-Transport-Security");
  });

  it("has no headers of the reply before it", () => {
    const first = finish(exchangeOf("GET"), plain);
    expect(finish(exchangeOf("GET"), plain).headers).toEqual(first.headers);
  });

  it("has no body for HEAD", () => {
    expect(finish(exchangeOf("HEAD"), plain)).toMatchObject({ cookies: ["c=d"], body: null });
    expect(finish(exchangeOf("GET"), plain)).toMatchObject({ cookies: ["c=d"], body: "text" });
  });

  it("to a preflight is empty, and names the methods to an allowed origin", () => {
    const reply = preflight(exchangeOf("OPTIONS", "https://app.example.com"), ["GET", "PUT"]);
    expect(reply).toMatchObject({ status: 204, cookies: [], body: null });
    expect(pairs(reply)).toMatchObject({
      "Access-Control-Allow-Origin": "https://app.example.com",
      "Access-Control-Allow-Methods": "GET, PUT",
      "Referrer-Policy": "no-referrer",
      "X-Request-Id": "r1",
    });
  });
});
