import { betterAuthRoutes } from "@acme/auth-better-auth";
import {
  featureSection,
  isServed,
  type NamedRoute,
  type Section,
  sections as base,
} from "@acme/auth-http";

const { routes, ...betterAuth } = featureSection(betterAuthRoutes);

/** What the reference server serves: the surface of every application, and the better-auth client's. */
export const sections: readonly Section[] = [
  ...base,
  { ...betterAuth, routes: routes.filter(isServed) },
];

/** Every route of it. */
export const surface: readonly NamedRoute[] = sections.flatMap((section) => section.routes);
