import { draw, icon } from "./icon.js";

type Logo = readonly (readonly [path: string, fill?: string])[];

const LOGOS: Readonly<Record<string, Logo>> = {
  google: [
    ["m22.6 12.3-.2-2.3H12v4.3h6a5 5 0 0 1-2.3 3.3v2.7h3.6q3.2-3 3.3-8", "#4285f4"],
    [
      "M12 23q4.6 0 7.3-2.7l-3.6-2.7q-1.5 1-3.7 1c-2.9 0-5.3-1.9-6.2-4.5H2.2v2.8A11 11 0 0 0 12 23",
      "#34a853",
    ],
    ["M5.8 14a7 7 0 0 1 0-4V7H2.2a11 11 0 0 0 0 10z", "#fbbc05"],
    ["M12 5.4A6 6 0 0 1 16.2 7L19.4 4A11 11 0 0 0 2.2 7l3.6 2.8A7 7 0 0 1 12 5.4", "#ea4335"],
  ],
  github: [
    [
      "M12 .3a12 12 0 0 0-3.8 23.4q.9 0 .8-.6v-2c-3.3.7-4-1.6-4-1.6-.6-1.4-1.4-1.8-1.4-1.8-1-.7.1-.7.1-.7 1.2 0 1.9 1.2 1.9 1.2 1 1.8 2.8 1.3 3.4 1q.3-1.2.8-1.6c-2.7-.3-5.5-1.3-5.5-6q0-1.8 1.3-3.2c-.2-.3-.6-1.5 0-3.1 0 0 1-.4 3.4 1.2a12 12 0 0 1 6 0c2.2-1.6 3.3-1.2 3.3-1.2.6 1.6.2 2.8 0 3.1a5 5 0 0 1 1.3 3.3c0 4.6-2.8 5.6-5.5 5.9q.7.4.8 2.2v3.3q0 .6.8.6A12 12 0 0 0 12 .3",
    ],
  ],
  microsoft: [
    ["M2 2h9.5v9.5H2z", "#f25022"],
    ["M12.5 2H22v9.5h-9.5z", "#7fba00"],
    ["M2 12.5h9.5V22H2z", "#00a4ef"],
    ["M12.5 12.5H22V22h-9.5z", "#ffb900"],
  ],
  gitlab: [
    [
      "M23.6 9.6 20.3 1a1 1 0 0 0-1.6 0l-2.2 6.8h-9L5.3 1.1A1 1 0 0 0 3.7 1L.4 9.5v.1a6 6 0 0 0 2 7l5 3.8 2.5 1.8 1.5 1.2a1 1 0 0 0 1.2 0l1.5-1.2 2.5-1.8 5-3.8a6 6 0 0 0 2-7z",
      "#fc6d26",
    ],
  ],
};

/** A provider whose logo these pages do not have is an organization of its own, most likely. */
export function providerLogo(id: string): SVGElement {
  const logo = LOGOS[id];
  return logo ? draw("logo", logo) : icon("building");
}
