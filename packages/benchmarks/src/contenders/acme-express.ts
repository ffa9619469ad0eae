import { createSurface, mount } from "@acme/auth-express";
import express from "express";
import { assignment, serve } from "../processes/child.js";
import { openAcme } from "../stacks/acme.js";

/** The mount in Express. */
const app = express();
app.use(mount(createSurface(await openAcme(assignment().database))));
serve(app);
