import { type Html, html } from "@acme/auth-http";

/** What a badge says by its color, beside its words. */
export type BadgeKind = "neutral" | "brand" | "good" | "warn";

/** One or two words about what stands beside it. */
export const badge = (label: string, kind: BadgeKind = "neutral"): Html =>
  html`<span class="badge ${kind}">${label}</span>`;
