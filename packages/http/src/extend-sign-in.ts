import type { PermissionId } from "@acme/auth-core";
import { type FeatureRoutes, isServed } from "./feature-routes.js";
import type { AnyRoute, DocumentedRoute, DocumentedSection, NamedRoute } from "./kernel/route.js";
import { once, z } from "./kernel/zod.js";

type SignInParts = Pick<FeatureRoutes<PermissionId, never>, "withheldReply" | "atSignOut">;

/**
 * Returns the sections with what features add to signing in and out: the replies of withheld
 * sign-ins, and what ends with a sign-out. Without either, the sections are the very same.
 */
export function extendSignIn(
  sections: readonly DocumentedSection[],
  features: readonly SignInParts[],
): readonly DocumentedSection[] {
  const replies = features.flatMap(({ withheldReply }) => withheldReply ?? []);
  const ending = features.flatMap(({ atSignOut }) => atSignOut ?? []);
  if (replies.length === 0 && ending.length === 0) return sections;

  function extended(route: DocumentedRoute): DocumentedRoute {
    if (route.signsOut && isServed(route)) return signingOut(route, ending);
    const { withheldReplies, reply } = route;
    if (!withheldReplies || typeof reply !== "function" || replies.length === 0) return route;
    const paths = withheldReplies.map((path) => `\`${route.method} ${path}\``).join(", ");
    return {
      ...route,
      returns: `${route.returns} Of a withheld sign-in, at ${paths}: what it waits for.`,
      reply: once(() => z.union([reply(), ...replies.map((withheld) => withheld())])),
    };
  }

  return sections.map((section) => ({ ...section, routes: section.routes.map(extended) }));
}

/** Returns the route as one that signs out, and ends what features have begun in that browser. */
const signingOut = (route: NamedRoute, ending: readonly AnyRoute[]): NamedRoute => ({
  ...route,
  async handle(call) {
    const answer = await route.handle(call);
    const ended = await Promise.all(ending.map((each) => each.handle(call)));
    const names = ended.flatMap(({ endedContinuations = [] }) => endedContinuations);
    return names.length === 0 ? answer : { ...answer, endedContinuations: names };
  },
});
