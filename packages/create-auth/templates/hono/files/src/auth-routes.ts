import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { createAppAuth } from "./auth.js";

type AppAuth = Pick<ReturnType<typeof createAppAuth>, "handle" | "guards">;

/** The routes of sign-in, and one of this application that only signed-in users reach. */
export function authRoutes({ handle, guards }: AppAuth) {
  const { answerFailures, requireSession } = guards;
  const listNotes = requireSession(async (_request, { caller }) =>
    Response.json({ author: caller.user.email, notes: [] }),
  );
  const routes = new Hono<{ Bindings: Partial<HttpBindings> }>();
  routes.use(async (context, next) => (await handle(context.req.raw, context)) ?? next());
  routes.get("/api/v1/notes", (context) => listNotes(context.req.raw, context));
  routes.onError((thrown, context) => {
    if (thrown instanceof HTTPException) return thrown.getResponse();
    return answerFailures(thrown, context.req.raw, context);
  });
  return routes;
}
