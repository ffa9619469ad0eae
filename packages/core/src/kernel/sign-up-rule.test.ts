import { describe, expect, it } from "vitest";
import { parseEmailAddress } from "./email-address.js";
import {
  defineSignUpRule,
  parseEmailDomain,
  refusalOf,
  type SignUpRefusal,
  type SignUpRule,
} from "./sign-up-rule.js";

const ADA = parseEmailAddress("ada@example.com")!;

it.each<[rule: Partial<SignUpRule>, refusal: SignUpRefusal | null]>([
  [{}, null],
  [{ who: "open" }, null],
  [{ domains: [] }, null],
  [{ domains: ["Example.COM", "example.org"] }, null],
  [{ domains: ["example.org"] }, "domain"],
  // Exactly these: none above, below or beside.
  [{ domains: ["mail.example.com", "com.example", "xample.com", "notexample.com"] }, "domain"],
  [{ who: "invited" }, "not_invited"],
  [{ who: "off" }, "closed"],
])("%j says of ada@example.com: %s", (rule, refusal) => {
  expect(refusalOf(defineSignUpRule(rule), ADA)).toBe(refusal);
});

describe("a rule is refused", () => {
  it.each<[object, RegExp]>([
    [{ who: "invited", domains: ["example.com"] }, /only with who: open/],
    [{ who: "off", domains: ["example.com"] }, /only with who: open/],
    [{ who: "closed" }, /who must be/],
    [{ domains: ["ada@example.com"] }, /must be domains/],
    [{ domains: ["*.example.com"] }, /must be domains/],
  ])("%j", (rule, text) => {
    expect(() => defineSignUpRule(rule)).toThrow(text);
  });
});

it.each([
  [" Example.com ", "example.com"],
  ["a-b.example", "a-b.example"],
  ["localhost", null],
  ["@example.com", null],
  ["x@example.com", null],
  ["münchen.de", null],
  ["192.0.2.1", null],
  ["", null],
])("the domain %j is %j", (text, domain) => {
  expect(parseEmailDomain(text)).toBe(domain);
});
