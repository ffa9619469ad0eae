import { AuthError, defineErrors, type ErrorKind, ERRORS, type Events } from "@acme/auth-core";
import { keysOf } from "@acme/auth-testing/keys-of";
import { expectOfEach } from "@acme/auth-testing/of-each";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { surface } from "../surface.js";
import { declaredRefusals, declares, impliedRefusals, refusalsOf, statusOf } from "./refusals.js";
import { type Access, type AnyRoute, route } from "./route.js";
import { STATUS } from "./status.js";

const CODES = keysOf(ERRORS);

/** The status of every kind, written out a second time. */
const STATUSES: { readonly [K in ErrorKind]: number } = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported_media: 415,
  unprocessable: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

const routeFor = (
  access: Access,
  own: Partial<Pick<AnyRoute, "body" | "query" | "params" | "forms" | "refuses">> = {},
): AnyRoute =>
  route({
    method: "POST",
    path: "/x",
    summary: "Do something",
    description: "Do something.",
    returns: "x",
    access,
    limit: "none",
    status: 200,
    reply: () => z.null(),
    refuses: [],
    ...own,
    handle: async () => ({ body: null }),
  });

const ALWAYS = ["INVALID_ORIGIN", "TOO_MANY_REQUESTS", "BUSY", "UNAVAILABLE", "INTERNAL_ERROR"];

describe("the status of a refusal", () => {
  it("is that of its kind", () => {
    expect(STATUS).toEqual(STATUSES);
    for (const code of CODES) expect(statusOf(code, null), code).toBe(STATUSES[ERRORS[code].kind]);
  });

  it("is the route's own where the route says so, for that code alone", () => {
    const own = routeFor("anyone", { refuses: { INVALID_OTP: 422 } });
    expect(statusOf("INVALID_OTP", own)).toBe(422);
    expect(statusOf("OTP_EXPIRED", own)).toBe(400);
    expect(statusOf("INVALID_OTP", routeFor("anyone", { refuses: ["INVALID_OTP"] }))).toBe(400);
  });
});

/** What a session is refused with that has to prove more. */
const UNPROVEN = ["INSUFFICIENT_USER_AUTHENTICATION", "SECOND_FACTOR_NOT_ENROLLED"];

describe("what a route implies", () => {
  it.each<readonly [Access, readonly string[]]>([
    ["anyone", []],
    ["session", ["UNAUTHORIZED"]],
    ["fresh", ["UNAUTHORIZED", "SESSION_NOT_FRESH"]],
    [
      { permission: "org:read" },
      ["UNAUTHORIZED", "NO_ACTIVE_ORGANIZATION", "PERMISSION_DENIED", ...UNPROVEN],
    ],
    [
      { permission: "org:read", of: "path", fresh: true, proved: true },
      [
        ...["UNAUTHORIZED", "SESSION_NOT_FRESH", "ORGANIZATION_NOT_FOUND", "PERMISSION_DENIED"],
        ...UNPROVEN,
      ],
    ],
    [{ session: true, factors: 2, within: "10m" }, ["UNAUTHORIZED", ...UNPROVEN]],
    // Every user can meet what is asked here.
    [{ session: true, within: "10m" }, ["UNAUTHORIZED", "INSUFFICIENT_USER_AUTHENTICATION"]],
    [
      { session: true, fresh: true, proved: true },
      ["UNAUTHORIZED", "SESSION_NOT_FRESH", "INSUFFICIENT_USER_AUTHENTICATION"],
    ],
  ])("by its access %j", (access, codes) => {
    expect(impliedRefusals(routeFor(access))).toEqual([...ALWAYS, ...codes]);
  });

  it.each<readonly [keyof AnyRoute & ("body" | "query" | "params"), readonly string[]]>([
    ["body", ["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "INVALID_JSON"]],
    ["query", ["VALIDATION_ERROR"]],
    ["params", ["VALIDATION_ERROR"]],
  ])("by its %s", (input, codes) => {
    expect(impliedRefusals(routeFor("anyone", { [input]: z.object({}) }))).toEqual([
      ...ALWAYS,
      ...codes,
    ]);
  });

  it.each([
    ["too", true],
    ["only", false],
  ] as const)("by forms that it takes: %s, so broken JSON is one of them: %s", (forms, json) => {
    const codes = impliedRefusals(routeFor("anyone", { body: () => z.object({}), forms }));
    expect(codes).toEqual([
      ...ALWAYS,
      "VALIDATION_ERROR",
      "PAYLOAD_TOO_LARGE",
      "UNSUPPORTED_MEDIA_TYPE",
      ...(json ? ["INVALID_JSON"] : []),
    ]);
  });

  it("by no body that it does not take, whatever it says of forms", () => {
    expect(impliedRefusals(routeFor("anyone", { forms: "too" }))).toEqual(ALWAYS);
  });

  it("by the guards alone where the application answers it itself: they count changes, and no other limit does", () => {
    const guarded = ["INVALID_ORIGIN", "UNAVAILABLE", "INTERNAL_ERROR"];
    const own = { ...routeFor("session"), isOwn: true } as const;
    expect(impliedRefusals({ ...own, method: "GET" })).toEqual([...guarded, "UNAUTHORIZED"]);
    expect(impliedRefusals({ ...own, method: "DELETE" })).toEqual([
      ...guarded,
      "TOO_MANY_REQUESTS",
      "UNAUTHORIZED",
    ]);
    const open = { ...routeFor("anyone"), isOwn: true, method: "DELETE" } as const;
    expect(impliedRefusals(open)).toEqual(guarded);
  });
});

describe("what a route may refuse", () => {
  it("is what it declares and what it implies, each once", () => {
    const both = routeFor("session", {
      refuses: ["TOO_MANY_REQUESTS", "INVALID_OTP", "UNAUTHORIZED"],
    });
    expect([...refusalsOf(both)].sort()).toEqual([...ALWAYS, "INVALID_OTP", "UNAUTHORIZED"].sort());
  });

  it("is declared as a list or as a record alike", () => {
    expect(
      declaredRefusals(routeFor("anyone", { refuses: ["INVALID_OTP", "OTP_EXPIRED"] })),
    ).toEqual(["INVALID_OTP", "OTP_EXPIRED"]);
    expect(
      declaredRefusals(routeFor("anyone", { refuses: { INVALID_OTP: 422, OTP_EXPIRED: 422 } })),
    ).toEqual(["INVALID_OTP", "OTP_EXPIRED"]);
  });

  it("on each route of the surface is a code of the table", async () => {
    const nameOf = ({ method, path }: AnyRoute): string => `${method} ${path}`;
    await expectOfEach(surface, nameOf, (route) =>
      expect(CODES).toEqual(expect.arrayContaining([...refusalsOf(route)])),
    );
  });
});

it("an error of the application's own is declared by its own code, where the route creates what may be refused", () => {
  const { NOTES_FULL, NOTES_CLOSED } = defineErrors({
    NOTES_FULL: { kind: "conflict", message: "No more notes." },
    NOTES_CLOSED: { kind: "conflict", message: "Notes are closed." },
  });
  const events: Events = {
    errors: new Map([["NOTES_FULL", NOTES_FULL]]),
    refusable: new Set(["user.created"]),
    gates: [],
    authenticators: [],
  };
  const creating: AnyRoute = { ...routeFor("anyone"), creates: ["user.created"] };
  expect(declares(creating, new AuthError(NOTES_FULL), events)).toBe(true);
  expect(declares(creating, new AuthError(NOTES_CLOSED), events)).toBe(false);
  expect(declares(routeFor("anyone"), new AuthError(NOTES_FULL), events)).toBe(false);
});

describe("a route that opens sessions", () => {
  const { TOLL_DUE } = defineErrors({ TOLL_DUE: { kind: "forbidden", message: "Pay first." } });
  const opening = (opensSession: NonNullable<AnyRoute["opensSession"]>): AnyRoute => ({
    ...routeFor("anyone", { refuses: ["INVALID_OTP"] }),
    opensSession,
  });

  it.each([
    [true, ["EMAIL_NOT_VERIFIED", "ACCOUNT_SUSPENDED", "SECOND_FACTOR_REQUIRED"]],
    ["by mail", ["ACCOUNT_SUSPENDED", "SECOND_FACTOR_REQUIRED"]],
    ["of a new user", []],
  ] as const)("(%s) refuses what withholds them", (opensSession, codes) => {
    const route = opening(opensSession);
    expect(declaredRefusals(route)).toEqual(["INVALID_OTP", ...codes]);
    expect(declaredRefusals({ ...route, status: 302 })).toEqual(["INVALID_OTP"]);
  });

  it("may refuse with the errors of gates, and no other route may", () => {
    const gates = [{ feature: "toll", refuses: [TOLL_DUE], cookie: null }];
    const events: Events = { errors: new Map(), refusable: new Set(), gates, authenticators: [] };
    const refusal = new AuthError(TOLL_DUE);
    expect(declares(opening("of a new user"), refusal, events)).toBe(true);
    expect(declares(routeFor("anyone"), refusal, events)).toBe(false);
  });
});
