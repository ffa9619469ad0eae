/**
 * What the check of the dependencies lets pass, each with its reason. An entry that nothing needs any more fails too.
 * @typedef {{ reason: string, packages: readonly string[] }} Accepted
 */

/** All of them permit use, change and distribution without a fee, and none asks for the sources of an application. */
export const LICENCES = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Python-2.0",
  "Unlicense",
];

/** @type {readonly Accepted[]} */
export const OTHER_LICENCES = [
  {
    reason: "MPL-2.0 binds changes of their own files only; they run in tests and are not changed",
    packages: ["axe-core", "lightningcss", "lightningcss-linux-x64-gnu"],
  },
  { reason: "MIT, in its file LICENSE", packages: ["spawndamnit"] },
];

/** @type {readonly Accepted[]} */
export const DEPRECATED = [];

/** @type {readonly Accepted[]} */
export const DUPLICATES = [
  {
    reason: "two releases of the better-auth client are tested against the surface",
    packages: [
      "@better-auth/core",
      "@better-auth/drizzle-adapter",
      "@better-auth/kysely-adapter",
      "@better-auth/memory-adapter",
      "@better-auth/mongo-adapter",
      "@better-auth/prisma-adapter",
      "@better-auth/telemetry",
      "@better-auth/utils",
      "@better-fetch/fetch",
      "@peculiar/x509",
      "@simplewebauthn/browser",
      "@simplewebauthn/server",
      "better-auth",
      "better-call",
    ],
  },
  {
    reason: "tsyringe, below @simplewebauthn/server, asks for tslib 1",
    packages: ["tslib"],
  },
  {
    reason:
      "oidc-provider, an identity provider of the tests, stands on Koa, and Koa on older parts than Express",
    packages: [
      "accepts",
      "content-disposition",
      "content-type",
      "depd",
      "fresh",
      "http-errors",
      "mime-db",
      "mime-types",
      "negotiator",
      "statuses",
    ],
  },
  {
    reason: "Koa, and the upload parser that comes with Nest, which the guide shows",
    packages: ["media-typer", "type-is"],
  },
  {
    reason: "Fastify, which the guide shows, has parts that Express has in another version",
    packages: ["cookie", "fast-uri", "ipaddr.js"],
  },
  {
    reason: "a tool of the checks brings it and no package of ours does",
    packages: [
      "@changesets/types",
      "@types/node",
      "acorn",
      "ajv",
      "ansi-regex",
      "argparse",
      "chalk",
      "commander",
      "eslint-visitor-keys",
      "find-up",
      "fs-extra",
      "glob-parent",
      "hookified",
      "ignore",
      "ini",
      "js-yaml",
      "json-schema-traverse",
      "jsonfile",
      "locate-path",
      "minimatch",
      "p-limit",
      "p-locate",
      "package-manager-detector",
      "parse5",
      "picomatch",
      "prettier",
      "semver",
      "source-map",
      "supports-color",
      "tinyexec",
      "typescript",
      "universalify",
    ],
  },
];
