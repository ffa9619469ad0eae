const { existsSync, readdirSync } = require("node:fs");
const { resolve } = require("node:path");

const PACKAGES = resolve(__dirname, "../packages");

/**
 * The packages that are an optional feature each: those that bring tables.
 * @type {readonly string[]}
 */
module.exports = readdirSync(PACKAGES).filter((name) =>
  existsSync(resolve(PACKAGES, name, "src/kysely")),
);
