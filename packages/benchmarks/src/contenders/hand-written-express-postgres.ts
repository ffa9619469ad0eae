import express from "express";
import { assignment, serve } from "../processes/child.js";
import { openPostgresMe } from "../stacks/hand-written-postgres.js";

/** Express, pg with one named prepared join, `res.json`. */
const me = openPostgresMe(assignment().database);

const app = express();
app.get("/api/v1/auth/me", async (request, response) => {
  const body = await me(request.headers.cookie);
  if (body) response.json(body);
  else response.status(401).json({ code: "UNAUTHORIZED" });
});
serve(app);
