import { describe, expect, it } from "vitest";
import { GOOGLE_ISSUER, isHostedByGoogle, voucherOf } from "./email-voucher.js";
import type { Claims } from "./provider-profile.js";

const HOSTED: readonly Claims[] = [
  { email: "ada@gmail.com" },
  { email: "Ada.Lovelace@GMAIL.com" },
  { email: "ada@example.com", hd: "example.com" },
];
const FOREIGN: readonly Claims[] = [
  { email: "ada@example.com" },
  { email: "ada@example.com", hd: "" },
  { email: "ada@example.com", hd: true },
  { email: "ada@gmail.com.example.com" },
  { email: "ada@evil-gmail.com" },
  { email: "ada@mail.gmail.com" },
  { email: "ada@example.com@gmail.com" },
  { email: "ada@gmail.com\n" },
  { email: "gmail.com" },
  { email: ["ada@gmail.com"] },
  {},
];

it.each(HOSTED)("Google hosts the mailbox of %j", (claims) => {
  expect(isHostedByGoogle(claims)).toBe(true);
});

it.each(FOREIGN)("Google does not host the mailbox of %j", (claims) => {
  expect(isHostedByGoogle(claims)).toBe(false);
});

describe("the word of an issuer on an email address", () => {
  it("counts as the application says", () => {
    const issuer = "https://id.example.com";
    const [foreign] = FOREIGN;
    expect(voucherOf(issuer, true)(foreign!)).toBe(true);
    expect(voucherOf(issuer, false)(foreign!)).toBe(false);
    expect(voucherOf(issuer, ({ email }) => email === "ada@example.com")(foreign!)).toBe(true);
  });

  it.each([true, () => true])(
    "counts at Google for what Google hosts, however it is configured",
    (own) => {
      for (const claims of HOSTED) expect(voucherOf(GOOGLE_ISSUER, own)(claims)).toBe(true);
      for (const claims of FOREIGN) expect(voucherOf(GOOGLE_ISSUER, own)(claims)).toBe(false);
    },
  );

  it.each([false, () => false])(
    "counts for nothing at Google where the application says so",
    (own) => {
      for (const claims of HOSTED) expect(voucherOf(GOOGLE_ISSUER, own)(claims)).toBe(false);
    },
  );
});
