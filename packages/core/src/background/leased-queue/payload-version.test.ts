import { expect, it } from "vitest";
import { isOfNewerRelease } from "./payload-version.js";

it.each([
  [null, false],
  [{}, false],
  [{ payloadVersion: 1 }, false],
  [{ payloadVersion: "2" }, false],
  [{ payloadVersion: 2 }, true],
])("%j is of a newer release: %s", (payload, isNewer) => {
  expect(isOfNewerRelease(payload)).toBe(isNewer);
});
