import { describe, expect, it } from "vitest";
import { SLUG_SHAPE, slugFault, slugFrom } from "./slug.js";

describe("a slug", () => {
  it.each(["a", "7", "acme", "acme-labs-2", "a--b", "x".repeat(63)])("may be %s", (slug) => {
    expect(slugFault(slug)).toBeNull();
  });

  it.each(["", "-", "-acme", "acme-", "Acme", "ac me", "acmé", "acme\n", "x".repeat(64)])(
    "cannot be %j, and the refusal says what it may be",
    (slug) => {
      expect(slugFault(slug)).toBe(SLUG_SHAPE);
      expect(SLUG_SHAPE).toBe("A short name has up to 63 lower-case letters, digits and dashes.");
    },
  );
});

describe("the slug that is made from a name", () => {
  it.each([
    ["Acme", "acme"],
    ["Acme  Labs, Ltd.", "acme-labs-ltd"],
    ["  (Acme)  ", "acme"],
    ["--- Acme ---", "acme"],
    ["Café Größe №7", "cafe-gro-e-no7"],
    ["株式会社", ""],
    ["x".repeat(60), "x".repeat(48)],
    [`${"x".repeat(47)} y`, "x".repeat(47)],
  ])("of %j is %j", (name, slug) => {
    expect(slugFrom(name)).toBe(slug);
  });
});
