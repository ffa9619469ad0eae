import { describe, expect, it } from "vitest";
import { readClientData } from "./client-data.js";

const CHALLENGE = "BwcHBwcHBwcHBwcHBwcHBw";
const HONEST = {
  type: "webauthn.get",
  challenge: CHALLENGE,
  origin: "https://app.example.com",
  crossOrigin: false,
};

const encode = (text: string | Buffer): string => Buffer.from(text).toString("base64url");
const read = (changed: Readonly<Record<string, unknown>>) =>
  readClientData(encode(JSON.stringify({ ...HONEST, ...changed })));

describe("client data", () => {
  it("is read as it is signed", () => {
    expect(read({})).toEqual({ ...HONEST, topOrigin: null });
    expect(read({ crossOrigin: true, topOrigin: "https://other.example" })).toEqual({
      ...HONEST,
      crossOrigin: true,
      topOrigin: "https://other.example",
    });
  });

  it("without a word on frames is not cross-origin", () => {
    expect(read({ crossOrigin: undefined })).toEqual({ ...HONEST, topOrigin: null });
  });

  it("may hold more than anybody knows of today", () => {
    expect(
      read({
        other_keys_can_be_added_here: "and browsers do",
        nested: { type: "webauthn.create" },
      }),
    ).toEqual({ ...HONEST, topOrigin: null });
  });

  it("keeps an empty top origin, which is one all the same", () => {
    expect(read({ topOrigin: "" })?.topOrigin).toBe("");
  });

  it.each(["present", "supported", "not-supported", "notSupported"])(
    "may tell of a token binding that is %s",
    (status) => {
      expect(read({ tokenBinding: { status, id: "x" } })).not.toBeNull();
    },
  );
});

describe("unreadable client data", () => {
  const WRONG_TEXT = [undefined, null, "", 1, true, [], ["webauthn.get"], {}];

  it.each(["type", "challenge", "origin"])("has anything but a text as its %s", (member) => {
    for (const value of WRONG_TEXT)
      expect(read({ [member]: value }), JSON.stringify(value)).toBeNull();
  });

  it.each(["not base64url!", "AAA=", "A", "AB", "AA+A", "AA/A", " AAA", "AAA\n"])(
    "has the challenge %j, which is no base64url",
    (challenge) => {
      expect(read({ challenge })).toBeNull();
    },
  );

  it.each([null, 0, 1, "true", {}])("says %j to whether it is cross-origin", (crossOrigin) => {
    expect(read({ crossOrigin })).toBeNull();
  });

  it.each([null, 0, true, {}, []])("has %j for a top origin", (topOrigin) => {
    expect(read({ topOrigin })).toBeNull();
  });

  it.each([
    null,
    "present",
    1,
    [],
    {},
    { status: 1 },
    { status: "" },
    { status: "unheard of" },
    { status: ["present"] },
  ])("has %j for a token binding", (tokenBinding) => {
    expect(read({ tokenBinding })).toBeNull();
  });

  it.each(["", "null", "1", '"text"', "[]", "{", "{}x", "not JSON", '\ufeff{"type":"x"}'])(
    "is the JSON %j",
    (json) => {
      expect(readClientData(encode(json))).toBeNull();
    },
  );

  it("begins with a byte order mark", () => {
    expect(readClientData(encode(`\ufeff${JSON.stringify(HONEST)}`))).toBeNull();
  });

  it("is not UTF-8", () => {
    const json = Buffer.from(JSON.stringify({ ...HONEST, x: "?" }));
    expect(readClientData(encode(json))).not.toBeNull();
    json[json.lastIndexOf("?")] = 0xff;
    expect(readClientData(encode(json))).toBeNull();
  });

  it.each([
    ["base64 instead of base64url", (honest: string) => `${honest}+`],
    ["padding", (honest: string) => `${honest}=`],
    ["a line feed", (honest: string) => `${honest}\n`],
    ["a space before it", (honest: string) => ` ${honest}`],
    ["text behind it", (honest: string) => `${honest}.`],
  ])("comes with %s", (_what, spoil) => {
    expect(readClientData(spoil(encode(JSON.stringify(HONEST))))).toBeNull();
  });

  it.each([undefined, null, 1, {}, []])("is %j instead of a text", (value) => {
    expect(readClientData(value as string)).toBeNull();
  });
});
