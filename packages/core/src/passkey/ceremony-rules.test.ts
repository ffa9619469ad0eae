import { describe, expect, it } from "vitest";
import type { UserId } from "../kernel/ids.js";
import type { ClientData } from "../ports/webauthn.js";
import { belongsTo, isCounterAhead, judgePlace } from "./ceremony-rules.js";

const party = { id: "example.com", name: "Acme", origins: ["https://app.example.com", "https://admin.example.com"] };
const said = (own: Partial<ClientData>): ClientData => ({
  ...{ type: "webauthn.get", challenge: "AAAA", origin: "https://app.example.com", crossOrigin: false, topOrigin: null },
  ...own,
});

describe("where a ceremony took place", () => {
  it.each(party.origins)("may be %s", (origin) => expect(judgePlace(said({ origin }), party)).toBeNull());
  it.each([
    "https://app.example.com/",
    "https://APP.example.com",
    "http://app.example.com",
    "https://app.example.com:8443",
    "https://example.com",
    "null",
    "",
  ])("may not be %o", (origin) => expect(judgePlace(said({ origin }), party)).toBe("origin"));
  it("may not be a frame, whatever the browser says of its top", () => {
    expect(judgePlace(said({ crossOrigin: true }), party)).toBe("cross-origin");
    expect(judgePlace(said({ crossOrigin: true, topOrigin: party.origins[0]! }), party)).toBe("cross-origin");
    expect(judgePlace(said({ topOrigin: party.origins[0]! }), party)).toBe("cross-origin");
    expect(judgePlace(said({ topOrigin: "" }), party)).toBe("cross-origin");
  });
});

describe("a signature counter", () => {
  it.each([
    [0, 0, true],
    [0, 1, true],
    [5, 6, true],
    [5, 4_294_967_295, true],
    [5, 5, false],
    [5, 4, false],
    [5, 0, false],
    [1, 0, false],
  ])("that was %i and is %i is ahead: %s", (known, presented, ahead) => expect(isCounterAhead(known, presented)).toBe(ahead));
});

describe("whose passkey it is", () => {
  const [ada, eve] = ["ada" as UserId, "eve" as UserId];
  const own = { userId: ada, userHandle: "handle" };
  const imported = { userId: ada, userHandle: null };

  it.each([
    ["its handle, chosen by the browser", own, "handle", null, true],
    ["its handle, listed for its owner", own, "handle", ada, true],
    ["another handle", own, "other", null, false],
    ["another handle, listed for its owner", own, "other", ada, false],
    ["no handle, chosen by the browser", own, null, null, false],
    ["no handle, listed for its owner", own, null, ada, true],
    ["its handle, listed for somebody else", own, "handle", eve, false],
    ["no handle, listed for somebody else", own, null, eve, false],
    ["its first handle, imported", imported, "first", null, true],
    ["no handle, imported", imported, null, null, true],
    ["its first handle, imported and listed for somebody else", imported, "first", eve, false],
  ] as const)("with %s", (_what, passkey, userHandle, listedFor, belongs) => expect(belongsTo(passkey, { userHandle, listedFor })).toBe(belongs));
});
