import { decimals } from "./table.js";

/** A ratio that was promised, and what came out. */
export interface Goal {
  readonly what: string;
  readonly ratio: number;
  readonly bound: { readonly atLeast: number } | { readonly atMost: number };
}

export function renderGoals(goals: readonly Goal[]): string {
  const lines = goals.map(({ what, ratio, bound }) => {
    const [sign, limit, met] =
      "atLeast" in bound
        ? ["≥", bound.atLeast, ratio >= bound.atLeast]
        : ["≤", bound.atMost, ratio <= bound.atMost];
    return `  ${met ? "met   " : "MISSED"}  ${what}: ${decimals(ratio)} (goal ${sign} ${limit})`;
  });
  return [...lines, ""].join("\n");
}
