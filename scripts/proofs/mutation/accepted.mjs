/** The changes that no test notices, and why that is right. @type {readonly import("./shapes.js").AcceptedSurvivor[]} */
export const ACCEPTED = [];
