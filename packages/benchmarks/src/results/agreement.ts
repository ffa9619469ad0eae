import { writeFigure, type Figure } from "../figures/figure.js";
import type { MeasuredGoal } from "../figures/goal.js";
import { renderColumns } from "../figures/table.js";

/** Whether two runs measured the same: the median of one of them lies within the spread of the other, or both are written alike. */
export const agree = (one: Figure, other: Figure): boolean =>
  holds(one, other.median) || holds(other, one.median) || writeFigure(one) === writeFigure(other);

const holds = ({ least, most }: Figure, value: number): boolean => least <= value && value <= most;

/** Row by row what two runs measured, and whether they agree. Rows that only one of them has are left out. */
export function compareRuns(
  ones: readonly MeasuredGoal[],
  others: readonly MeasuredGoal[],
): { readonly text: string; readonly agrees: boolean } {
  const pairs = ones.flatMap((one) => {
    const other = others.find(({ id }) => id === one.id);
    return other ? [{ one, other, agrees: agree(one.measured, other.measured) }] : [];
  });
  const agreeing = pairs.filter(({ agrees }) => agrees).length;
  const rows = pairs.map(({ one, other, agrees }) => [
    one.what,
    writeFigure(one.measured),
    writeFigure(other.measured),
    agrees ? "agree" : "DIFFER",
  ]);
  return {
    text: renderColumns(
      `${agreeing} of ${pairs.length} rows agree: one median lies within the spread of the other run`,
      ["work", "one run", "another run", ""],
      rows,
    ),
    agrees: agreeing === pairs.length,
  };
}
