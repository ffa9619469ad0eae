import { callerOf, guards, type Middleware, mount, type Surface } from "@acme/auth-express";
import type { FastifyInstance, onRequestHookHandler } from "fastify";

/** Runs a handler of node:http in a hook. What it answers itself never reaches a route. */
const hookOf =
  (handle: Middleware): onRequestHookHandler =>
  (request, reply, done) => {
    handle(request.raw, reply.raw, (problem) => {
      done(problem instanceof Error ? problem : undefined);
    });
  };

/**
 * Adds the routes of sign-in, and one of this application that only signed-in users reach. No
 * plugin: the hook must see every request, and a plugin has hooks for its own routes alone.
 */
export function addAuthRoutes(app: FastifyInstance, surface: Surface): void {
  const { answerRefusals, requireSession } = guards(surface);
  app.addHook("onRequest", hookOf(mount(surface)));
  app.setErrorHandler((thrown, request, reply) => {
    answerRefusals(thrown, request.raw, reply.raw, (foreign) => void reply.send(foreign));
  });
  app.get("/api/v1/notes", { onRequest: hookOf(requireSession) }, (request) => ({
    author: callerOf(request.raw).user.email,
    notes: [],
  }));
}
