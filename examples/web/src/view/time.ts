import { h } from "./element.js";

const format = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: "medium",
  timeStyle: "short",
});

/** A moment in the reader's own time zone. */
export const formatTime = (iso: string): string => format.format(new Date(iso));

export const timeElement = (iso: string): HTMLTimeElement =>
  h("time", { datetime: iso }, formatTime(iso));
