import type { AppBrand } from "@acme/auth-core";
import { BRAND_RULES } from "@acme/auth-core/surface";
import { fault, read, type Reader } from "./reading.js";

/** A color or URL of the brand, by the rule that the library has for it. */
export const partOfBrand =
  (part: Exclude<keyof AppBrand, "corners">): Reader<string> =>
  (text) => {
    const [isFit, clause] = BRAND_RULES[part];
    return isFit(text) ? read(text) : fault(clause);
  };
