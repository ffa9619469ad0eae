import { AuthError } from "@acme/auth-core";
import { describe, expect, it } from "vitest";
import { asRefusal, isOwnRefusal } from "./thrown.js";

const thrown = (own: object): Error => Object.assign(new Error("refused"), own);

describe("what a route has thrown", () => {
  it.each([
    ["entity.parse.failed", "INVALID_JSON"],
    ["entity.too.large", "PAYLOAD_TOO_LARGE"],
    ["parameters.too.many", "PAYLOAD_TOO_LARGE"],
    ["encoding.unsupported", "UNSUPPORTED_MEDIA_TYPE"],
    ["charset.unsupported", "UNSUPPORTED_MEDIA_TYPE"],
    ["request.aborted", "INVALID_JSON"],
    ["request.size.invalid", "INVALID_JSON"],
  ])("of the type %s is the refusal %s", (type, code) => {
    const cause = thrown({ type, status: 400 });
    expect(asRefusal(cause)).toMatchObject({ code, cause });
  });

  it("is a path that does not decode, or a body that does not decompress, by what failed", () => {
    const undecodable = Object.assign(new URIError("malformed"), { status: 400 });
    expect(asRefusal(undecodable)).toMatchObject({ code: "NOT_FOUND" });
    expect(asRefusal(thrown({ status: 400, errno: -3 }))).toMatchObject({ code: "INVALID_JSON" });
  });

  it.each([400, 404, 499])("with the status %i is the application's own refusal", (status) => {
    expect(asRefusal(thrown({ status }))).toBeNull();
    expect(isOwnRefusal(thrown({ status }))).toBe(true);
  });

  it.each([
    new AuthError("UNAUTHORIZED"),
    Object.assign(new Error("locked"), { code: "STORE_UNAVAILABLE" }),
  ])("is answered as it is when it is ours: %s", (ours) => {
    expect(asRefusal(ours)).toBe(ours);
    expect(isOwnRefusal(ours)).toBe(false);
  });

  it.each([
    thrown({}),
    thrown({ status: 399 }),
    thrown({ status: 500 }),
    thrown({ status: "404" }),
    thrown({ errno: -3 }),
    Object.assign(new URIError("malformed"), { status: 500 }),
    "text",
    null,
    undefined,
  ])("is a failure of the application otherwise: %s", (other) => {
    expect(asRefusal(other)).toBeNull();
    expect(isOwnRefusal(other)).toBe(false);
  });

  it("of a body parser is no refusal of the application's own", () => {
    expect(isOwnRefusal(thrown({ type: "entity.too.large", status: 413 }))).toBe(false);
  });
});
