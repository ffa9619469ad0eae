import { callerOf, createSurface, guards } from "@acme/auth-express";
import express from "express";
import { assignment, serve } from "../processes/child.js";
import { openRunningAcme } from "../stacks/acme.js";

/** An application's own route behind `requireSession`, answered with Express's own `res.json`. */
const { auth, site } = await openRunningAcme(assignment().database);
const { requireSession } = guards(createSurface({ auth, site }));

const app = express();
app.get("/api/v1/auth/me", requireSession, (request, response) => {
  const { user, membership, permissions } = callerOf(request);
  const { id, email, emailVerified, name, image, createdAt, updatedAt } = user;
  response.json({
    id,
    email,
    emailVerified,
    name,
    image,
    createdAt,
    updatedAt,
    activeOrganization: membership && { ...membership.organization, role: membership.role },
    permissions,
  });
});
serve(app);
