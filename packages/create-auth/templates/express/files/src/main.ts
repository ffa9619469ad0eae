import { prepareStop } from "@acme/auth-express";
import express from "express";
import { openAppAuth } from "./auth.js";
import { authRoutes } from "./auth-routes.js";

const { auth, store, surface } = await openAppAuth();
const app = express();
app.use(authRoutes(surface));

const port = Number(process.env["PORT"] ?? "3000");
const server = app.listen(port, (error) => {
  if (error) throw error; // such as a port that is in use
  console.log(`http://localhost:${port}`);
});

/** How long requests that are being answered may take, in milliseconds. */
const STOP_WITHIN = 5_000;
const stopServing = prepareStop(server);
process.once("SIGTERM", () => {
  void stopServing(STOP_WITHIN)
    .then(() => auth.close())
    .then(() => store.close());
});
