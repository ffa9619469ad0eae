import { createSurface, mount } from "@acme/auth-express";
import express from "express";
import { assignment, serve } from "../processes/child.js";
import { openRunningAcme } from "../stacks/acme.js";

/** The mount in Express. */
const app = express();
app.use(mount(createSurface(await openRunningAcme(assignment().database))));
serve(app);
