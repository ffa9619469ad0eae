import { describe, expect, it } from "vitest";
import { toId, type UserId } from "../../kernel/ids.js";
import type { ClientData } from "../../ports/webauthn.js";
import { checkOrigin, isCounterAhead, isOwnedBy } from "./ceremony-rules.js";

const party = {
  id: "example.com",
  name: "Acme",
  origins: ["https://app.example.com", "https://admin.example.com"],
};
const said = (own: Partial<ClientData>): ClientData => ({
  type: "webauthn.get",
  challenge: "AAAA",
  origin: "https://app.example.com",
  crossOrigin: false,
  topOrigin: null,
  ...own,
});

describe("where a ceremony took place", () => {
  it.each(party.origins)("may be %s", (origin) =>
    expect(checkOrigin(said({ origin }), party)).toBeNull(),
  );
  it.each([
    "https://app.example.com/",
    "https://APP.example.com",
    "http://app.example.com",
    "https://app.example.com:8443",
    "https://example.com",
    "null",
    "",
  ])("may not be %o", (origin) => expect(checkOrigin(said({ origin }), party)).toBe("origin"));
  it("may not be a frame, whatever the browser says of its top", () => {
    expect(checkOrigin(said({ crossOrigin: true }), party)).toBe("cross-origin");
    expect(checkOrigin(said({ crossOrigin: true, topOrigin: party.origins[0]! }), party)).toBe(
      "cross-origin",
    );
    expect(checkOrigin(said({ topOrigin: party.origins[0]! }), party)).toBe("cross-origin");
    expect(checkOrigin(said({ topOrigin: "" }), party)).toBe("cross-origin");
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
  ])("that was %i and is %i is ahead: %s", (known, presented, ahead) =>
    expect(isCounterAhead(known, presented)).toBe(ahead),
  );
});

describe("whose passkey it is", () => {
  const [ada, eve] = [toId<UserId>("ada"), toId<UserId>("eve")];
  const own = { userId: ada, userHandle: "handle" };
  const imported = { userId: ada, userHandle: null };

  it.each([
    {
      what: "its handle, chosen by the browser",
      passkey: own,
      userHandle: "handle",
      listedFor: null,
      belongs: true,
    },
    {
      what: "its handle, listed for its owner",
      passkey: own,
      userHandle: "handle",
      listedFor: ada,
      belongs: true,
    },
    { what: "another handle", passkey: own, userHandle: "other", listedFor: null, belongs: false },
    {
      what: "another handle, listed for its owner",
      passkey: own,
      userHandle: "other",
      listedFor: ada,
      belongs: false,
    },
    {
      what: "no handle, chosen by the browser",
      passkey: own,
      userHandle: null,
      listedFor: null,
      belongs: false,
    },
    {
      what: "no handle, listed for its owner",
      passkey: own,
      userHandle: null,
      listedFor: ada,
      belongs: true,
    },
    {
      what: "its handle, listed for somebody else",
      passkey: own,
      userHandle: "handle",
      listedFor: eve,
      belongs: false,
    },
    {
      what: "no handle, listed for somebody else",
      passkey: own,
      userHandle: null,
      listedFor: eve,
      belongs: false,
    },
    {
      what: "its first handle, imported",
      passkey: imported,
      userHandle: "first",
      listedFor: null,
      belongs: true,
    },
    {
      what: "no handle, imported",
      passkey: imported,
      userHandle: null,
      listedFor: null,
      belongs: true,
    },
    {
      what: "its first handle, imported and listed for somebody else",
      passkey: imported,
      userHandle: "first",
      listedFor: eve,
      belongs: false,
    },
  ])("with $what", ({ passkey, userHandle, listedFor, belongs }) =>
    expect(isOwnedBy(passkey, { userHandle, listedFor })).toBe(belongs),
  );
});
