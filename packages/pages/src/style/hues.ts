import { css } from "@acme/auth-http";

/** One for each avatar hue, in degrees of OKLCH: as far apart as eight can be. */
const HUES = [25, 60, 100, 150, 190, 235, 285, 335];

/**
 * Initials in eight hues, equally light: 4.5 to 1 or more in both themes. Browsers without OKLCH
 * show them in gray.
 */
export const HUE_STYLES = css`
  @supports (color: oklch(0.5 0.1 20)) {
    .avatar {
      background: oklch(0.92 0.05 var(--hue));
      color: oklch(0.4 0.1 var(--hue));
    }
    @media (prefers-color-scheme: dark) {
      :root:not([data-theme="light"]) .avatar {
        background: oklch(0.35 0.06 var(--hue));
        color: oklch(0.9 0.06 var(--hue));
      }
    }
    [data-theme="dark"] .avatar {
      background: oklch(0.35 0.06 var(--hue));
      color: oklch(0.9 0.06 var(--hue));
    }
  }
  ${HUES.map((hue, index) => `.hue-${index} { --hue: ${hue}; }`).join("")}
`;
