import { expect, it } from "vitest";
import { theOnly } from "../src/the-only.js";

it("the only item of a list is returned, and no other list has one", () => {
  expect(theOnly(["a"])).toBe("a");
  expect(() => theOnly([])).toThrow("One item expected, but there are 0.");
  expect(() => theOnly(["a", "b"])).toThrow("One item expected, but there are 2.");
});
