import type { ShownPage } from "../browser.js";
import { ACCOUNT_STATES } from "./account-states.js";
import { type Cast, type CastOptions, type DrawnPage, openCast } from "./cast.js";
import { ENTRY_STATES } from "./entry-states.js";
import { ORGANIZATION_STATES } from "./organization-states.js";
import type { States } from "./rows.js";

/** Every page in every state. A page without a row fails `every-page.test.ts`. */
export const STATES: States = { ...ENTRY_STATES, ...ACCOUNT_STATES, ...ORGANIZATION_STATES };

/** A page in a state, as a surface has drawn it. */
export interface ShownState {
  readonly page: string;
  readonly state: string;
  readonly shown: ShownPage;
  /** The templates that have drawn on the way to it. */
  readonly drawn: readonly DrawnPage[];
}

/** Draws every page in every state, one after the other: what one changes, the next one sees. */
export async function drawAll(cast: Cast): Promise<readonly ShownState[]> {
  const all: ShownState[] = [];
  for (const [page, states] of Object.entries(STATES))
    for (const [state, show] of Object.entries(states)) {
      const before = cast.drawn.length;
      const shown = await show(cast);
      all.push({ page, state, shown, drawn: cast.drawn.slice(before) });
    }
  if (cast.world.breaches.length > 0) throw new AggregateError(cast.world.breaches);
  return all;
}

/** The same, of a world of its own. */
export const drawStates = (options: CastOptions = {}): Promise<readonly ShownState[]> =>
  openCast(options).then(drawAll);
