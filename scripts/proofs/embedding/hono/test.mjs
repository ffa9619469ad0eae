import { it } from "node:test";
import { proveSessions, whileRunning } from "./visit.mjs";

it("signs people up and guards a route", () =>
  whileRunning(["dist/src/main.js"], (origin) => proveSessions(origin, "/api/v1/notes")));
