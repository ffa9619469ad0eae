import { expect, it } from "vitest";
import { LeaseLostError } from "./lease-lost-error.js";

it("a lost lease is told apart in a log by its name, and says of which row it was", () => {
  expect(String(new LeaseLostError("row-1"))).toBe("LeaseLostError: row-1");
});
