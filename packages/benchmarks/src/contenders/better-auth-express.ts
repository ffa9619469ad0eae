import { toNodeHandler } from "better-auth/node";
import express from "express";
import { assignment, serve } from "../processes/child.js";
import { openBetterAuth } from "../stacks/better-auth.js";

/** better-auth in Express, mounted as its documentation says. */
const app = express();
app.all("/api/auth/*splat", toNodeHandler(openBetterAuth(assignment().database)));
serve(app);
