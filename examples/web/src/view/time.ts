import { h } from "./element.js";

const { lang } = document.documentElement;
const exact = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat(lang, { dateStyle: "medium" });
const relative = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Beyond these seconds, people think of a date rather than of a number of days. */
const LONGEST = 14 * DAY;

/** A moment in the reader's own time zone. */
export const formatTime = (iso: string): string => exact.format(new Date(iso));

/** A moment that something depends on: its day and its minute. */
export const timeElement = (iso: string): HTMLTimeElement =>
  h("time", { datetime: iso }, formatTime(iso));

/**
 * How long ago or ahead, in as few words as that takes; the exact time shows when it is pointed at.
 */
export const relativeTime = (iso: string): HTMLTimeElement =>
  h("time", { datetime: iso, title: formatTime(iso) }, describe(new Date(iso)));

function describe(moment: Date): string {
  const seconds = (moment.getTime() - Date.now()) / 1000;
  const size = Math.abs(seconds);
  if (size < MINUTE) return "just now";
  if (size < HOUR) return relative.format(Math.trunc(seconds / MINUTE), "minute");
  if (size < DAY) return relative.format(Math.trunc(seconds / HOUR), "hour");
  if (size < LONGEST) return relative.format(Math.round(seconds / DAY), "day");
  return day.format(moment);
}
