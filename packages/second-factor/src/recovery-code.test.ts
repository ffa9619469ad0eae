import { describe, expect, it } from "vitest";
import { CROCKFORD, RFC4648, toBase32 } from "./base32.js";
import { parseRecoveryCode } from "./recovery-code.js";
import { totpUri } from "./totp-uri.js";

const CODE = "0123456789ABCDEFGHJKMNPQ";

describe("recovery codes", () => {
  it.each([
    [CODE, CODE],
    ["0123-4567-89AB-CDEF-GHJK-MNPQ", CODE],
    [" o123 4567 89ab cdef ghjk mnpq ", CODE],
    ["OIL3456789ABCDEFGHJKMNPQ", "0113456789ABCDEFGHJKMNPQ"],
    ["0123456789ABCDEFGHJKMNPU", null],
    [CODE.slice(1), null],
    [`${CODE}0`, null],
    ["", null],
    [`${CODE.slice(1)}é`, null],
    // Letters whose capitals are those of a code: the long s, the dotless i and the sharp s.
    [`${CODE.slice(1)}ſ`, null],
    [`${CODE.slice(1)}ı`, null],
    [`${CODE.slice(2)}ß`, null],
  ])("are read from %j", (typed, code) => {
    expect(parseRecoveryCode(typed)).toBe(code);
  });
});

describe("characters of five bits", () => {
  // RFC 4648 §10, where no padding is needed.
  it("are those of RFC 4648", () => {
    expect(toBase32(Buffer.from("fooba"), RFC4648)).toBe("MZXW6YTB");
    expect(toBase32(Buffer.alloc(20, 0xff), RFC4648)).toBe("7".repeat(32));
  });

  it("are twenty-four for fifteen bytes", () => {
    expect(toBase32(Buffer.alloc(15, 0xff), CROCKFORD)).toBe("Z".repeat(24));
  });
});

describe("the URI of an authenticator app", () => {
  it("names issuer and user, each percent-encoded", () => {
    const label = { appName: "Acme: Tea & Co (2)", email: "ada+x@example.com" };
    const uri = totpUri(Buffer.from("12345678901234567890"), label);
    expect(uri.reveal()).toBe(
      "otpauth://totp/Acme%20Tea%20%26%20Co%20%282%29:ada%2Bx%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Acme%20Tea%20%26%20Co%20%282%29&algorithm=SHA1&digits=6&period=30",
    );
    const { searchParams } = new URL(uri.reveal());
    expect(searchParams.get("issuer")).toBe("Acme Tea & Co (2)");
  });
});
