import { type Html, html } from "@acme/auth-http";

/** The icons there are. */
export type IconName =
  | "alert"
  | "back"
  | "check"
  | "choose"
  | "computer"
  | "copy"
  | "down"
  | "file"
  | "globe"
  | "key"
  | "link"
  | "lock"
  | "mail"
  | "phone"
  | "plus"
  | "search"
  | "shield"
  | "signOut"
  | "user"
  | "warning";

/**
 * Lines of Lucide 1.62 (https://lucide.dev), ISC License, Copyright (c) Lucide Icons and
 * Contributors; those that come from Feather: MIT License, Copyright (c) Cole Bemis.
 */
const LINES: Readonly<Record<IconName, Html>> = {
  alert: html`<circle cx="12" cy="12" r="10" /><path d="M12 8v4M12 16h.01" />`,
  back: html`<path d="m12 19-7-7 7-7M19 12H5" />`,
  check: html`<path d="M20 6 9 17l-5-5" />`,
  choose: html`<path d="m7 15 5 5 5-5M7 9l5-5 5 5" />`,
  computer: html`<rect width="20" height="14" x="2" y="3" rx="2" /><path d="M8 21h8M12 17v4" />`,
  copy: html`<rect width="14" height="14" x="8" y="8" rx="2" /><path
      d="M4 16a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2"
    />`,
  down: html`<path d="m6 9 6 6 6-6" />`,
  file: html`<path
    d="M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7zM14 2v4a2 2 0 0 0 2 2h4M12 18v-6M9 15l3 3 3-3"
  />`,
  globe: html`<circle cx="12" cy="12" r="10" />
    <path d="M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20M2 12h20" />`,
  key: html`<path
      d="M2.586 17.414A2 2 0 0 0 2 18.828V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.172a2 2 0 0 0 1.414-.586l.814-.814a6.5 6.5 0 1 0-4-4z"
    />
    <circle cx="16.5" cy="7.5" r=".5" fill="currentColor" />`,
  link: html`<path
    d="M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71"
  />`,
  lock: html`<rect width="18" height="11" x="3" y="11" rx="2" /><path
      d="M7 11V7a5 5 0 0 1 10 0v4"
    />`,
  mail: html`<path d="m22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7" />
    <rect x="2" y="4" width="20" height="16" rx="2" />`,
  phone: html`<rect width="14" height="20" x="5" y="2" rx="2" /><path d="M12 18h.01" />`,
  plus: html`<path d="M5 12h14M12 5v14" />`,
  search: html`<path d="m21 21-4.34-4.34" /><circle cx="11" cy="11" r="8" />`,
  shield: html`<path
    d="M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1zM9 12l2 2 4-4"
  />`,
  signOut: html`<path d="m16 17 5-5-5-5M21 12H9M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4" />`,
  user: html`<path d="M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2" /><circle cx="12" cy="7" r="4" />`,
  warning: html`<path
    d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01"
  />`,
};

/** Those that point somewhere, and so are mirrored where people read from right to left. */
const TURNING: ReadonlySet<IconName> = new Set<IconName>(["back", "signOut"]);

/** Returns an icon. Readers of the screen do not hear it: it stands beside words. */
export const icon = (name: IconName, size: "plain" | "small" = "plain"): Html =>
  html`<svg
    class="icon ${size}${TURNING.has(name) ? " turns" : ""}"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${LINES[name]}
  </svg>`;
