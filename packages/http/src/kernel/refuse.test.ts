import { AuthError, defineErrors, type Metrics } from "@acme/auth-core";
import { createFixedClock } from "@acme/auth-testing";
import { standIn } from "@acme/auth-testing/stand-in";
import { describe, expect, it } from "vitest";
import { textIn } from "../../test/reply-body.js";
import { createSite } from "../site/site.js";
import type { Exchange, HttpReply } from "./http-message.js";
import { createRefuse } from "./refuse.js";
import type { AnyRoute } from "./route.js";

const errors = defineErrors({ NOTES_FULL: { kind: "conflict", message: "No more notes." } });
const site = createSite({
  serviceUrl: "https://api.example.com",
  appUrl: "https://app.example.com",
});
const exchange = standIn<Exchange>({ requestId: "r1" });
/** What a route may leave out, and this one does. */
const UNSAID = {
  isOwn: undefined,
  codes: undefined,
  params: undefined,
  query: undefined,
  body: undefined,
  forms: undefined,
  limit: undefined,
  creates: undefined,
  opensSession: undefined,
  protocol: undefined,
  page: undefined,
  deadLinkPage: undefined,
  family: undefined,
  crossSite: undefined,
};
const routeWith = (own: Partial<AnyRoute> = {}): AnyRoute =>
  standIn<AnyRoute>({
    ...UNSAID,
    method: "POST",
    path: "/x",
    access: "anyone",
    refuses: [],
    ...own,
  });
const route = routeWith();
const outage = Object.assign(new Error("locked"), { code: "STORE_UNAVAILABLE" });

function openWorld({ watched = false, knowsErrors = false } = {}) {
  const [logged, counted, breaches]: [unknown[], string[], Error[]] = [[], [], []];
  const { refuse } = createRefuse({
    auth: {
      clock: createFixedClock(),
      logger: {
        debug() {},
        info() {},
        warn() {},
        error: (event, fields, cause) => void logged.push([event, fields, cause]),
      },
      authenticators: { areNone: true, recognize: () => null },
      metrics: standIn<Metrics>({
        requestRefused: (code) => void counted.push(code),
      }),
      events: {
        errors: new Map(knowsErrors ? [["NOTES_FULL", errors.NOTES_FULL]] : []),
        refusable: new Set(["user.created"]),
        gates: [],
        authenticators: [],
      },
    },
    site,
    finish: (_exchange, reply) => reply,
    ...(watched && { onBreach: (breach) => void breaches.push(breach) }),
  });
  return { refuse, logged, counted, breaches };
}
const shown = (reply: HttpReply): unknown => [reply.status, JSON.parse(textIn(reply))];

describe("a failure", () => {
  it("is logged with its cause, under the id of its request and the name of its route, and counted", () => {
    const { refuse, logged, counted } = openWorld();
    const bug = new Error("a bug");
    refuse(exchange, bug, route);
    refuse(exchange, outage, route);
    refuse(exchange, bug, null);
    expect(logged).toEqual([
      ["request_failed", { requestId: "r1", route: "POST /x" }, bug],
      ["service_unavailable", { requestId: "r1", route: "POST /x" }, outage],
      ["request_failed", { requestId: "r1", route: "unknown" }, bug],
    ]);
    expect(counted).toEqual(["INTERNAL_ERROR", "UNAVAILABLE", "INTERNAL_ERROR"]);
  });

  it("is told to a test, as the error that was thrown or as the cause of one", () => {
    const { refuse, breaches } = openWorld({ watched: true });
    const bug = new Error("a bug");
    for (const thrown of [bug, "text", outage, new AuthError("INVALID_ORIGIN")])
      refuse(exchange, thrown, route);
    expect(breaches).toHaveLength(2);
    expect(breaches[0]).toBe(bug);
    expect(breaches[1]).toMatchObject({
      message: "a value that is no Error was thrown",
      cause: "text",
    });
  });
});

describe("a refusal", () => {
  it("is counted by its code and not logged", () => {
    const { refuse, logged, counted } = openWorld();
    expect(refuse(exchange, new AuthError("INVALID_ORIGIN"), route).status).toBe(403);
    expect(refuse(exchange, new AuthError("INVALID_OTP"), null).status).toBe(400);
    expect([logged, counted]).toEqual([[], ["INVALID_ORIGIN", "INVALID_OTP"]]);
  });

  it("leaves the cookies of the browser as they are, and so does a failure", () => {
    const { refuse } = openWorld();
    for (const thrown of [new AuthError("INVALID_ORIGIN"), new Error("a bug")])
      expect(refuse(exchange, thrown, route).cookies).toEqual([]);
  });

  it("that its route does not declare is logged as an error of ours", () => {
    const { refuse, logged } = openWorld();
    refuse(exchange, new AuthError("INVALID_OTP"), route);
    const breach = "POST /x answers INVALID_OTP, which it does not declare";
    expect(logged).toEqual([["surface_breach", { route: "POST /x" }, new Error(breach)]]);
  });

  it("names the fields at fault, and says nothing of fields otherwise", () => {
    const { refuse } = openWorld();
    const issues = [{ path: "name", message: "It is required." }];
    const invalid = new AuthError("VALIDATION_ERROR", { issues });
    expect(shown(refuse(exchange, invalid, null))).toEqual([
      400,
      { code: "VALIDATION_ERROR", message: invalid.message, issues },
    ]);
    const plain = new AuthError("INVALID_OTP");
    expect(shown(refuse(exchange, plain, null))).toEqual([
      400,
      { code: "INVALID_OTP", message: plain.message },
    ]);
  });

  it("of the application's own is answered as it says, where the route creates what may be refused", () => {
    const { refuse, logged } = openWorld({ knowsErrors: true });
    const full = new AuthError(errors.NOTES_FULL);
    const creating = routeWith({ creates: ["user.created"] });
    expect(shown(refuse(exchange, full, creating))).toEqual([
      409,
      { code: "NOTES_FULL", message: "No more notes." },
    ]);
    expect(logged).toEqual([]);
    refuse(exchange, full, route);
    const breach = "POST /x answers NOTES_FULL, which it does not declare";
    expect(logged).toEqual([["surface_breach", { route: "POST /x" }, new Error(breach)]]);
  });

  it("of an application that has not declared it is a failure", () => {
    const { refuse, logged } = openWorld();
    const full = new AuthError(errors.NOTES_FULL);
    expect(refuse(exchange, full, route)).toMatchObject({ status: 500 });
    expect(logged).toMatchObject([["request_failed", {}, full]]);
  });
});
