import { describe, expect, it } from "vitest";
import { deletionReasonFault } from "./deletion-reason.js";

describe("the reason of a deletion request", () => {
  it("may be empty, and may have several lines", () => {
    for (const reason of ["", "Too many mails.\n\tAnd too late."])
      expect(deletionReasonFault(reason, 500)).toBeNull();
  });

  it("is as long as the policy says, counted in code points", () => {
    expect(deletionReasonFault("😀".repeat(10), 10)).toBeNull();
    expect(deletionReasonFault("😀".repeat(11), 10)).toBe("A reason has at most 10 characters.");
  });

  it("holds nothing that a database cannot store", () => {
    for (const reason of ["a\u0000b", "half \ud83d"])
      expect(deletionReasonFault(reason, 500)).toBe("A reason holds no broken characters.");
  });
});
