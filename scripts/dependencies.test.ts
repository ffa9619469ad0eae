import { expect, it } from "vitest";
import { faultsOfLicences, faultsOfLockfile } from "./dependencies/check-dependencies.mjs";

const accept = (...packages: readonly string[]) => [{ reason: "planted", packages }];
const NOTHING = { deprecated: [], duplicates: [] };
const lockfile = (packages: string) =>
  `lockfileVersion: '9.0'\n\npackages:\n\n${packages}\nsnapshots:\n\n  one@2.0.0: {}\n`;
const ONCE = "  '@scope/one@1.0.0':\n    resolution: {integrity: sha512-x}\n";
const TWICE = `${ONCE}\n  '@scope/one@2.0.0':\n    resolution: {integrity: sha512-y}\n`;
const DEPRECATED = "  old@1.0.0:\n    resolution: {integrity: z}\n    deprecated: Use new.\n";

it("a licence that is not on the list is named with its package", () => {
  const found = { MIT: [{ name: "fine" }], "GPL-3.0": [{ name: "copyleft" }] };
  expect(faultsOfLicences(found, [])).toEqual(["copyleft has the licence GPL-3.0"]);
  expect(faultsOfLicences(found, accept("copyleft"))).toEqual([]);
});

it("a choice of licences is allowed when one of them is", () => {
  expect(faultsOfLicences({ "(GPL-2.0 OR MIT)": [{ name: "chooses" }] }, [])).toEqual([]);
  expect(faultsOfLicences({ "(GPL-2.0 OR AGPL-3.0)": [{ name: "chooses" }] }, [])).toHaveLength(1);
  expect(faultsOfLicences({ "MIT AND GPL-2.0": [{ name: "both" }] }, [])).toHaveLength(1);
});

it("a deprecated package is named with what its authors say", () => {
  expect(faultsOfLockfile(lockfile(DEPRECATED), NOTHING)).toEqual(["old is deprecated: Use new."]);
  const accepted = { ...NOTHING, deprecated: accept("old") };
  expect(faultsOfLockfile(lockfile(DEPRECATED), accepted)).toEqual([]);
});

it("a package in two versions is named with both", () => {
  expect(faultsOfLockfile(lockfile(ONCE), NOTHING)).toEqual([]);
  expect(faultsOfLockfile(lockfile(TWICE), NOTHING)).toEqual([
    "@scope/one is there in 1.0.0 and 2.0.0",
  ]);
});

it("what is accepted and no longer there is named too", () => {
  const accepted = { ...NOTHING, duplicates: accept("@scope/one") };
  expect(faultsOfLockfile(lockfile(ONCE), accepted)).toEqual([
    "@scope/one is accepted in scripts/dependencies/accepted.mjs, and need not be",
  ]);
});
