import { entryStylesheet, Html, type StyleBrand } from "@acme/auth-http";
import { formatsOf } from "../../src/formats.js";
import { assetHref, pageHrefs, webHref } from "../../src/href.js";
import type { Frame, Kit } from "../../src/kit.js";
import { ENGLISH } from "../../src/texts/en.js";

export const GALLERY_BRAND: StyleBrand = { color: "#4f46e5", corners: "soft" };

/** What templates are given in the gallery. */
export function galleryKit(changed: Partial<Kit> = {}, brand = GALLERY_BRAND): Kit {
  const locale = changed.locale ?? "en";
  return {
    appName: "Nordlicht",
    brand: {
      logo: null,
      terms: webHref("https://example.com/terms"),
      privacy: webHref("https://example.com/privacy"),
      support: null,
    },
    locale,
    direction: "ltr",
    locales: ["en", "de", "fr", "es", "ja"],
    theme: "system",
    texts: ENGLISH,
    formats: formatsOf(locale),
    page: pageHrefs(""),
    asset: (name) => assetHref("", name),
    entryStyle: new Html(`<style>${entryStylesheet(brand)}</style>`),
    home: pageHrefs("")("profile"),
    here: "/sign-in",
    hidden: { step: "sealed", next: null },
    flash: null,
    frame: null,
    inbox: null,
    ...changed,
  };
}

const page = pageHrefs("");
const studio = { id: "0192-a", slug: "studio", name: "Nordlicht Studio" };

/** The rail of a member of an organization who may do everything there. */
export const galleryFrame = (current: string, changed: Partial<Frame> = {}): Frame => {
  const entry = (label: string, href = page("profile")) => ({
    label,
    href,
    isCurrent: label === current,
  });
  return {
    user: { id: "0192-1f", name: "Nora Lind", email: "nora@example.com" },
    organization: studio,
    organizations: [studio, { id: "0192-b", slug: "hafen", name: "Hafenkontor & Söhne" }],
    waitingInvitations: [{ id: "0192-c", organization: "Sternwarte" }],
    rail: [
      {
        label: "Account",
        entries: ["Profile", "Security", "Devices", "Activity", "Data", "Preferences"].map(
          (label) => entry(label),
        ),
      },
      {
        label: studio.name,
        entries: ["Members", "Invitations", "Settings", "Audit log"].map((label) =>
          entry(label, page("members", { slug: studio.slug })),
        ),
      },
    ],
    banner: null,
    ...changed,
  };
};
