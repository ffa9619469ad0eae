import { standIn } from "@acme/auth-testing/stand-in";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { type AnyRoute, type Method, route } from "./route.js";
import { createRouting } from "./routing.js";

const routeAt = (
  method: Method,
  path: `/${string}`,
  aliases: readonly `/${string}`[] = [],
): AnyRoute =>
  route({
    method,
    path,
    aliases,
    summary: path,
    description: path,
    returns: "x",
    access: "anyone",
    limit: "none",
    status: 200,
    reply: () => z.null(),
    refuses: [],
    handle: async () => ({ body: null }),
  });

const me = routeAt("GET", "/api/v1/me");
const signIn = routeAt("POST", "/api/auth/sign-in", ["/api/v1/auth/sign-in"]);
const readMember = routeAt("GET", "/api/v1/organizations/:id/members/:memberId");
const removeMember = routeAt("DELETE", "/api/v1/organizations/:id/members/:memberId");
const reset = routeAt("GET", "/api/auth/reset-password/:token");
const requestReset = routeAt("POST", "/api/auth/reset-password");
const find = createRouting([me, signIn, readMember, removeMember, reset, requestReset]);

describe("a route is found", () => {
  it.each([
    ["/api/v1/me", "GET", me, {}],
    ["/api/auth/sign-in", "POST", signIn, {}],
    ["/api/v1/auth/sign-in", "POST", signIn, {}],
    ["/api/v1/organizations/o-1/members/m-1", "GET", readMember, { id: "o-1", memberId: "m-1" }],
    [
      "/api/v1/organizations/o-1/members/m-1",
      "DELETE",
      removeMember,
      { id: "o-1", memberId: "m-1" },
    ],
    ["/api/auth/reset-password/abc", "GET", reset, { token: "abc" }],
    ["/api/auth/reset-password", "POST", requestReset, {}],
  ])("at %s for %s", (...[path, method, expected, params]) => {
    const known = find(path);
    expect(known?.methods.get(method)).toBe(expected);
    expect(known?.params).toEqual(params);
  });

  it("with the methods its path has, and no more", () => {
    expect([...find("/api/v1/organizations/o/members/m")!.methods.keys()]).toEqual([
      "GET",
      "DELETE",
    ]);
    expect([...find("/api/auth/reset-password")!.methods.keys()]).toEqual(["POST"]);
  });
});

describe("a parameter is decoded once", () => {
  it.each([
    ["a%20b", "a b"],
    ["%252f", "%2f"],
    ["a%2Fb", "a/b"],
    ["%2e%2e", ".."],
    ["%C3%A9", "é"],
    ["a+b", "a+b"],
  ])("%s is %j", (segment, value) => {
    expect(find(`/api/auth/reset-password/${segment}`)?.params).toEqual({ token: value });
  });
});

describe("nothing is found", () => {
  it.each([
    "",
    "/",
    "/api/v1/ME",
    "/API/v1/me",
    "/api/v1/me/",
    "/api/v1//me",
    "//api/v1/me",
    "/api/v1/%6de",
    "/api/v1/me%20",
    "/api/v1/me;v=1",
    "/api/v1/./me",
    "/api/v1/x/../me",
    "api/v1/me",
    "/api/auth/reset-password/",
    "/api/auth/reset-password//",
    "/api/auth/reset-password/a/b",
    "/api/auth/reset-password/%",
    "/api/auth/reset-password/%E0%A4%A",
    "/api/auth/reset-password/%ff",
    "/api/v1/organizations//members/m",
    "/api/v1/organizations/o/Members/m",
    "/api/v1/organizations/:id/members",
    "__proto__",
    "/__proto__",
  ])("at %j", (path) => {
    expect(find(path)).toBeNull();
  });
});

describe("a table of routes", () => {
  it("finds an exact path before a pattern that would match it too", () => {
    const pattern = routeAt("GET", "/notes/:id");
    const exact = routeAt("GET", "/notes/latest");
    const search = createRouting([pattern, exact]);
    expect(search("/notes/latest")?.methods.get("GET")).toBe(exact);
    expect(search("/notes/7")?.methods.get("GET")).toBe(pattern);
  });

  it("takes the pattern of a path for a path like any other", () => {
    expect(find("/api/auth/reset-password/:token")?.params).toEqual({ token: ":token" });
  });

  it("may have only paths without parameters, and routes without aliases", () => {
    const [one, other] = (["/one", "/other"] as const).map((path) =>
      standIn<AnyRoute>({ method: "GET", path, aliases: undefined }),
    );
    const search = createRouting([one!, other!]);
    expect(search("/one")?.methods.get("GET")).toBe(one);
    expect(search("/other")?.methods.get("GET")).toBe(other);
    expect(search("/nothing")).toBeNull();
  });

  it("names no method and path twice, aliases included", () => {
    expect(() => createRouting([me, routeAt("GET", "/api/v1/me")])).toThrow(
      "GET /api/v1/me is declared twice",
    );
    expect(() => createRouting([signIn, routeAt("POST", "/api/v1/auth/sign-in")])).toThrow(
      "POST /api/v1/auth/sign-in is declared twice",
    );
    expect(() => createRouting([reset, routeAt("GET", "/api/auth/reset-password/:token")])).toThrow(
      "declared twice",
    );
  });
});
