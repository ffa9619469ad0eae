import { it } from "node:test";
import { provePages, proveSessions, whileRunning } from "./visit.mjs";

it("guards a route and a page, and signs people in on the ready pages", () =>
  whileRunning(["dist/src/main.js"], async (origin, printed) => {
    await proveSessions(origin, "/api/v1/notes");
    await provePages(origin, { base: "", guarded: "/notes", printed });
  }));
