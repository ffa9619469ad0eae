import express from "express";
import { assignment, serve } from "../processes/child.js";
import { openSqlite, prepareMe } from "../stacks/hand-written-sqlite.js";

/** Express, one prepared better-sqlite3 join, `res.json`. */
const me = prepareMe(openSqlite(assignment().database));

const app = express();
app.get("/api/v1/auth/me", (request, response) => {
  const body = me(request.headers.cookie);
  if (body) response.json(body);
  else response.status(401).json({ code: "UNAUTHORIZED" });
});
serve(app);
