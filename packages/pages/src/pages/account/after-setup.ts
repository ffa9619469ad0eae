import type { FlashKey } from "../../kernel/flash.js";
import { go, type Kept, type Leave } from "../../kernel/outcome.js";
import { WELCOME } from "../../kernel/step.js";
import type { AnyVisit } from "../../kernel/visit.js";
import { goOnAfter } from "../after-sign-in.js";

/**
 * Where the form of a way to sign in leads: to its section of Security, or on to where the visitor
 * wanted to go, when `/welcome` has led to it.
 */
export function afterSetup(
  visit: AnyVisit,
  section: string,
  key: FlashKey,
  kept: Kept = {},
): Leave {
  if (visit.step?.purpose === WELCOME)
    return go(goOnAfter(visit), { ...kept, step: null, flash: { key } });
  return go(visit.page("security", { section }), { ...kept, flash: { key, section } });
}
