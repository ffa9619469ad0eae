/** @typedef {import("./applications.mjs").Application} Application */

const SQLITE = ["better-sqlite3", "kysely"];

/** What both applications of Vite and React have whose framework needs a newer Node. */
const REACT_ON_NEWEST_NODE = /** @type {const} */ ({
  libraries: ["core", "fetch", "kysely", "pages"],
  dependencies: [
    ...["kysely@0.29.9", "react", "react-dom", "vite", "typescript", "playwright-core"],
    ...["@types/react", "@types/react-dom"],
  ],
  // Vite builds them, and their tests compile them.
  resolutions: [],
  sqlite: false,
  newer: true,
});

/**
 * Frameworks that render pages on the server.
 * @type {Readonly<Record<string, Application>>}
 */
export const FULL_STACK = {
  next: {
    example: "examples/next",
    libraries: ["client", "core", "fetch", "kysely", "pages"],
    dependencies: [
      ...[...SQLITE, "next", "react", "react-dom", "@types/react", "typescript"],
      ...["playwright-core", "tsx"],
    ],
    // Next.js compiles it itself, as a bundler does.
    resolutions: [],
    build: ["next", "build"],
  },
  sveltekit: {
    page: "sveltekit",
    newer: true,
    sqlite: false,
    libraries: ["core", "fetch", "kysely", "pages"],
    dependencies: [
      ...["kysely", "typescript", "vite@8.3.8", "svelte@5.57.3", "svelte-check@4.7.8"],
      ...["@sveltejs/kit@3.2.0", "@sveltejs/adapter-node@6.0.1"],
      "@sveltejs/vite-plugin-svelte@7.3.1",
    ],
    // Its test builds it, for the port that it is given.
    resolutions: [],
  },
  nuxt: {
    page: "nuxt",
    libraries: ["core", "fetch", "kysely", "pages"],
    dependencies: ["nuxt@4.5.2", "vue-tsc@3.3.14", "typescript", "kysely", "playwright-core"],
    // Nuxt compiles it itself, and its test has it checked.
    resolutions: [],
    build: ["nuxt", "build"],
    sqlite: false,
    newer: true,
  },
  astro: {
    page: "astro",
    libraries: ["core", "fetch", "kysely", "pages"],
    dependencies: [
      ...["astro@7.3.5", "@astrojs/node@11.1.6", "@astrojs/check@0.9.10"],
      ...["typescript", "kysely"],
    ],
    // Astro compiles it itself, and its test has it checked.
    resolutions: [],
    build: ["astro", "build"],
    sqlite: false,
    newer: true,
  },
  "react-router": {
    page: "react-router",
    ...REACT_ON_NEWEST_NODE,
    dependencies: [
      ...["react-router@8.4.0", "@react-router/node@8.4.0", "@react-router/serve@8.4.0"],
      ...["@react-router/dev@8.4.0", ...REACT_ON_NEWEST_NODE.dependencies],
    ],
    build: ["react-router", "build"],
  },
  "tanstack-start": {
    page: "tanstack-start",
    ...REACT_ON_NEWEST_NODE,
    dependencies: [
      ...["@tanstack/react-start@1.169.5", "@tanstack/react-router@1.170.46", "srvx@1.0.8"],
      ...["@vitejs/plugin-react@6.3.0", ...REACT_ON_NEWEST_NODE.dependencies],
    ],
    build: ["vite", "build"],
  },
};
