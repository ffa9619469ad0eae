/** @typedef {import("./applications.mjs").Application} Application */

/**
 * What the recipes of the guide show, with what they add to an application.
 * @type {Readonly<Record<string, Application>>}
 */
export const RECIPES = {};
