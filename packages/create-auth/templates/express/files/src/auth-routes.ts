import { callerOf, guards, mount, type Surface } from "@acme/auth-express";
import { Router } from "express";

/** The routes of sign-in, and one of this application that only signed-in users reach. */
export function authRoutes(surface: Surface): Router {
  const { requireSession, answerRefusals } = guards(surface);
  const router = Router();
  router.use(mount(surface));
  router.get("/api/v1/notes", requireSession, (request, response) => {
    response.json({ author: callerOf(request).user.email, notes: [] });
  });
  router.use(answerRefusals);
  return router;
}
