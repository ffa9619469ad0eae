/** What the pages of features are looked at with, in Chromium. Not published. */
export { axeFaults, overhangOf, photograph, smallTargets } from "./document-browser.js";
export { servedWorld, type Visitor } from "./served-world.js";
