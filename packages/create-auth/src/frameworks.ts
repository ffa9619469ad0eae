/** What is told apart, from the most to the least specific: SvelteKit may stand on Express. */
export const FRAMEWORKS = {
  sveltekit: { title: "SvelteKit", dependency: "@sveltejs/kit" },
  "react-router": { title: "React Router", dependency: "@react-router/dev" },
  next: { title: "Next.js", dependency: "next" },
  hono: { title: "Hono", dependency: "hono" },
  fastify: { title: "Fastify", dependency: "fastify" },
  express: { title: "Express", dependency: "express" },
} as const;

export type Framework = keyof typeof FRAMEWORKS;

/** What an empty folder becomes when nothing else is asked for. */
export const DEFAULT_FRAMEWORK: Framework = "express";

export const isFramework = (name: string): name is Framework => Object.hasOwn(FRAMEWORKS, name);

/** In the order in which they are told apart. */
export const FRAMEWORK_NAMES: readonly Framework[] = Object.keys(FRAMEWORKS).filter(isFramework);

/** Finds the framework that an application depends on. */
export const frameworkOf = (dependencies: ReadonlySet<string>): Framework | null =>
  FRAMEWORK_NAMES.find((name) => dependencies.has(FRAMEWORKS[name].dependency)) ?? null;
