/** A plain table: the first column to the left, figures to the right. */
export function renderTable(
  title: string,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = header.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
      )
      .join("  ");
  return [
    title,
    line(header),
    widths.map((width) => "-".repeat(width)).join("  "),
    ...rows.map(line),
    "",
  ].join("\n");
}

const integers = new Intl.NumberFormat("en");

export const whole = (value: number): string => integers.format(Math.round(value));
export const decimals = (value: number, digits = 2): string => value.toFixed(digits);

/** `median (least–most)` */
export const spread = (
  values: readonly number[],
  middle: number,
  write: (value: number) => string,
): string => `${write(middle)} (${write(Math.min(...values))}–${write(Math.max(...values))})`;
