import { createSurface, mount } from "@acme/auth-express";
import express from "express";
import { assignment, serve } from "../processes/child.js";
import { openAcme } from "../stacks/acme.js";
import { startFlood } from "../stacks/argon2-flood.js";

/** The mount in Express, in a process that hashes passwords meanwhile when it is told to. */
let stop: () => Promise<number> = () => Promise.resolve(0);

const app = express();
app.use(mount(createSurface(await openAcme(assignment().database))));
serve(app, {
  flood: (atOnce) => void (stop = startFlood(Number(atOnce))),
  calm: () => stop(),
});
