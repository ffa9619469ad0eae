import { expect, it } from "vitest";
import { nameOfAuthenticator } from "./known-authenticators.js";

it.each([
  ["ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4", "Google Password Manager"],
  ["EA9B8D66-4D01-1D21-3CE4-B6B48CB575D4", "Google Password Manager"],
  ["fbfc3007-154e-4ecc-8c0b-6e020557d7bd", "Apple Passwords"],
  ["08987058-cadc-4b81-b6e1-30de50dcbe96", "Windows Hello"],
])("%s is %s", (aaguid, name) => {
  expect(nameOfAuthenticator(aaguid)).toBe(name);
});

it.each([
  "00000000-0000-0000-0000-000000000000",
  "11111111-2222-3333-4444-555555555555",
  "",
  "constructor",
  "__proto__",
])("%j has no name", (aaguid) => {
  expect(nameOfAuthenticator(aaguid)).toBeNull();
});
