import { h } from "./element.js";

const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

/** A moment in the reader's own time zone. */
export const timeElement = (iso: string): HTMLTimeElement => h("time", { datetime: iso }, format.format(new Date(iso)));
