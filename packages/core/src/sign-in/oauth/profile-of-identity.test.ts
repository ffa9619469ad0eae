import { describe, expect, it } from "vitest";
import type { ExternalIdentity } from "../../ports/identity-provider.js";
import { profileOf } from "./profile-of-identity.js";

const identity = (own: Partial<ExternalIdentity>): ExternalIdentity => ({
  subject: "248289761001",
  email: "Ada@Example.com",
  emailVerified: true,
  name: "Ada",
  image: null,
  scopes: [],
  ...own,
});

describe("the profile from an external identity", () => {
  it("has the email address in its canonical form, or none", () => {
    expect(profileOf(identity({})).email).toBe("ada@example.com");
    for (const email of [
      null,
      "",
      "ada",
      "ada@example.com, eve@example.com",
      "Ada <ada@example.com>",
      "ada@example.com\r\nBcc: eve@example.com",
      "ＡＤＡ@example.com",
    ])
      expect(profileOf(identity({ email })).email).toBeNull();
  });

  it("has a name that a form would accept", () => {
    expect(profileOf(identity({ name: "  Ada\r\nLovelace\u0000 " })).name).toBe("Ada  Lovelace");
    expect(profileOf(identity({ name: null })).name).toBe("");
    expect(profileOf(identity({ name: "\ud800" })).name).toBe("\ufffd");
    expect(profileOf(identity({ name: "😀".repeat(300) })).name).toBe("😀".repeat(200));
  });

  it("has an image only by an http or https URL", () => {
    expect(profileOf(identity({ image: "https://example.com/ada.png" })).image).toBe(
      "https://example.com/ada.png",
    );
    for (const image of [
      "javascript:alert(1)",
      "data:image/png;base64,AAAA",
      "/ada.png",
      "https://example.com/a b",
      "https://",
      "https://[",
      "https://example.com/\ud800",
      `https://example.com/${"a".repeat(2_048)}`,
    ])
      expect(profileOf(identity({ image })).image).toBeNull();
  });
});
