import { sample } from "@acme/auth-testing/sampling";
import { describe, expect, it } from "vitest";
import { databasesFor } from "./sampled-databases.js";

const SUITES = ["sessions over HTTP", "passkeys over HTTP", "limits", "commands about users"];
const sampled = (title: string, seed: number) =>
  databasesFor(title, { extent: "sample", seed }, "");

describe("the databases of a suite", () => {
  it("are both in a whole run", () => {
    for (const title of SUITES)
      expect(databasesFor(title, { extent: "all", seed: 1 }, "")).toEqual(["sqlite", "postgres"]);
  });

  it("are one in a sample, and the other with the next seed", () => {
    for (const title of SUITES)
      expect([...sampled(title, 7), ...sampled(title, 8)].toSorted()).toEqual([
        "postgres",
        "sqlite",
      ]);
  });

  it("are the one that the environment names, in any run", () => {
    for (const extent of ["sample", "all"] as const)
      for (const only of ["sqlite", "postgres"])
        expect(databasesFor("limits", { extent, seed: 7 }, only)).toEqual([only]);
  });

  it("are not the same for all suites of one sample", () => {
    expect(new Set(SUITES.flatMap((title) => sampled(title, 7))).size).toBe(2);
  });

  it("meet each case of a list by some seed, where every third or fifth is taken", () => {
    const cases = [0, 1, 2, 3, 4, 5, 6];
    for (const oneIn of [3, 5]) {
      const met = Array.from({ length: 2 * oneIn }, (_, seed) =>
        sample(cases, oneIn, { extent: "sample", seed }).map(
          (each) => `${each} on ${sampled("limits", seed).join()}`,
        ),
      );
      expect(new Set(met.flat()).size).toBe(2 * cases.length);
    }
  });
});
