import { assignment, serve } from "../processes/child.js";
import { codeRoutes } from "../stacks/hand-written-code-routes.js";
import { leanCodes } from "../stacks/hand-written-lean-codes.js";
import { openSqlite } from "../stacks/hand-written-sqlite.js";

/** Signing in by code, by hand, as little as works. */
const database = openSqlite(assignment().database);
serve(codeRoutes(database, leanCodes(database)));
