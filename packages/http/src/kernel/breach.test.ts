import { type RenewedSession, Secret, type SignedIn } from "@acme/auth-core";
import { standIn } from "@acme/auth-testing/stand-in";
import { expect, it } from "vitest";
import * as z from "zod";
import { checkAnswer } from "./breach.js";
import type { Answer, AnyRoute } from "./route.js";

const page = { headers: [], body: "<p>" };
const download = { fileName: "a.json", content: (async function* () {})() };

/** A route that declares a text and nothing else. */
const DECLARED = {
  method: "GET",
  path: "/x",
  status: 200,
  reply: () => z.string(),
  page: undefined,
  redirects: undefined,
  deadLinkPage: undefined,
  opensSession: undefined,
} as const;

const session = standIn<SignedIn>({ knownBrowser: null });
const withLifetime = (lifetime: number) => ({
  url: null,
  reply: null,
  cookie: { name: "pending", value: new Secret("x"), lifetime },
});

async function breachesOf(own: Partial<AnyRoute>, answer: Answer<unknown>): Promise<string[]> {
  const route = standIn<AnyRoute>({ ...DECLARED, ...own });
  const breaches: string[] = [];
  await checkAnswer(route, answer, ({ message }) => void breaches.push(message));
  return breaches;
}

it.each<readonly [what: string, own: Partial<AnyRoute>, answer: Answer<unknown>]>([
  ["a body of its schema", {}, { body: "text" }],
  ["JSON of its schema", {}, { json: '"text"' }],
  ["a file", {}, { download }],
  [
    "a file of a declared type",
    { files: ["text/csv"] },
    { download: { ...download, media: "text/csv" } },
  ],
  ["a redirect that is all it does", { status: 302 }, { redirect: "/", status: 302 }],
  ["a redirect that it may answer", { redirects: 303 }, { redirect: "/", status: 303 }],
  ["a page", { page: "always" }, { page }],
  ["a page for people", { page: "to people" }, { page }],
  ["a page of a dead link", { page: "to people", deadLinkPage: true }, { page, status: 400 }],
  ["a session that it opens", { opensSession: true }, { body: "text", session }],
  ["a session that is renewed", {}, { body: "text", session: standIn<RenewedSession>({}) }],
  ["a withheld sign-in", { opensSession: true }, { body: "text", continuation: withLifetime(1) }],
  ["the end of a withheld sign-in", {}, { body: "text", continuation: withLifetime(0) }],
])("a route may answer %s", async (_what, own, answer) => {
  expect(await breachesOf(own, answer)).toEqual([]);
});

it.each<readonly [what: string, own: Partial<AnyRoute>, answer: Answer<unknown>, says: string]>([
  ["a redirect", {}, { redirect: "/", status: 302 }, "302, which it does not declare"],
  [
    "another redirect",
    { status: 302, redirects: 302 },
    { redirect: "/", status: 303 },
    "303, which it does not declare",
  ],
  ["a page", {}, { page }, "a page that it does not declare"],
  [
    "a file of another type",
    { files: ["text/plain"] },
    { download: { ...download, media: "text/csv" } },
    "a file that it does not declare",
  ],
  ["a dead link", { page: "always" }, { page, status: 400 }, "a page that it does not declare"],
  ["a session", {}, { body: "text", session }, "a sign-in that it does not declare"],
  [
    "a withheld sign-in",
    {},
    { body: "text", continuation: withLifetime(1) },
    "a sign-in that it does not declare",
  ],
  [
    "a dead link without any page",
    { deadLinkPage: true },
    { page, status: 400 },
    "a page that it does not declare",
  ],
])(
  "a route that does not declare %s breaches its contract by it",
  async (...[, own, answer, says]) => {
    expect(await breachesOf(own, answer)).toEqual([`GET /x answers ${says}`]);
  },
);

it.each<Answer<unknown>>([{ body: 1 }, { json: "1" }])(
  "a route breaches its contract by %j, which its schema does not say",
  async (answer) => {
    expect(await breachesOf({}, answer)).toEqual([
      expect.stringMatching(/^GET \/x answers what its schema does not say: .*expected string/s),
    ]);
  },
);
