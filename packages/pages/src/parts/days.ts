import { type Html, html } from "@acme/auth-http";
import type { Kit } from "../kit.js";
import { list } from "./sections.js";

/**
 * A list under the heading of each day, in UTC.
 * @param entries newest first
 * @param rowOf draws one entry
 */
export function days<Entry extends { readonly at: Date }>(
  entries: readonly Entry[],
  rowOf: (entry: Entry) => Html,
  { formats }: Kit,
): readonly Html[] {
  return byDate(entries).map(([date, ofDay]) => {
    const day = formats.date(new Date(date));
    return html`<section class="stack" aria-labelledby="day-${date}">
      <h2 id="day-${date}">${day}</h2>
      ${list(ofDay.map(rowOf), day)}
    </section>`;
  });
}

/** The entries of each date, as `2026-11-26`. */
function byDate<Entry extends { readonly at: Date }>(
  entries: readonly Entry[],
): readonly (readonly [date: string, entries: readonly Entry[]])[] {
  const dates = new Map<string, Entry[]>();
  for (const entry of entries) {
    const date = entry.at.toISOString().slice(0, 10);
    dates.set(date, [...(dates.get(date) ?? []), entry]);
  }
  return [...dates];
}
