import { errorWith } from "@acme/auth-testing/matchers";
import { describe, expect, it } from "vitest";
import { readMetadataUrl, readProviderUrl } from "./provider-url.js";

const PUBLIC = ["https://id.example.com/token", "https://id.example.com:8443/token?tenant=1"];
const LOCAL = [
  "http://localhost:4000/token",
  "http://idp.localhost/token",
  "http://127.8.9.10/token",
  "http://[::1]:4000/token",
];
const UNFIT = [
  "http://id.example.com/token",
  "http://127.0.0.1.example.com/token",
  "http://localhost.example.com/token",
  "http://0.0.0.0/token",
  "https://me@id.example.com/token",
  "https://:too@id.example.com/token",
  "https://id.example.com/token#here",
  "javascript:alert(1)",
  "ftp://localhost/token",
  "/token",
  "",
];

describe("a provider's URL", () => {
  it.each([...PUBLIC, ...LOCAL])("may be configured: %s", (text) => {
    expect(readProviderUrl("issuer", text).href).toBe(text);
  });

  it.each(UNFIT)("may not be configured: %j", (text) => {
    expect(() => readProviderUrl("issuer", text)).toThrow(RangeError);
  });

  it.each<[string, string, readonly string[], readonly string[]]>([
    ["an https issuer", "https://id.example.com", PUBLIC, [...LOCAL, ...UNFIT]],
    ["an issuer on this machine", "http://localhost:4000", [...PUBLIC, ...LOCAL], UNFIT],
  ])("may be named by %s, or not", (_whose, ...[issuer, usable, unfit]) => {
    const read = (text: unknown) => readMetadataUrl("token_endpoint", text, new URL(issuer));
    expect(usable.map(read)).toEqual(usable);
    for (const text of [...unfit, undefined, 7, ["https://id.example.com/token"]]) {
      expect(() => read(text)).toThrow(errorWith({ reason: "provider_unavailable" }));
    }
  });
});
