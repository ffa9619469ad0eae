import { type Html, html } from "@acme/auth-http";

export type BadgeKind = "neutral" | "brand" | "good" | "warn";

/** One or two words about what stands beside it. */
export const badge = (label: string, kind: BadgeKind = "neutral"): Html =>
  html`<span class="badge ${kind}">${label}</span>`;
