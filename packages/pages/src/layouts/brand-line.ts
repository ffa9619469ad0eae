import { markLetter } from "@acme/auth-core/surface";
import { type Html, html } from "@acme/auth-http";
import type { Kit } from "../kit.js";
import { element } from "../parts/element.js";

/** The logo; without one, a square of the color with the first letter of the name. */
export const mark = ({ appName, brand, theme }: Kit): Html => {
  const { logo } = brand;
  if (logo === null)
    return html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <text x="16" y="22">${markLetter(appName)}</text>
    </svg>`;
  const image = element("img", {
    class: "logo",
    src: theme === "dark" ? logo.dark : logo.light,
    alt: "",
    height: 32,
  });
  return theme === "system"
    ? html`<picture>
        ${element("source", { srcset: logo.dark, media: "(prefers-color-scheme: dark)" })} ${image}
      </picture>`
    : image;
};

/** Mark and name, which lead home. */
export const brandLine = (kit: Kit): Html =>
  element(
    "a",
    { class: "brand-line", href: kit.home },
    html`${mark(kit)}<span>${kit.appName}</span>`,
  );
