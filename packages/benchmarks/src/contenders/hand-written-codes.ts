import { assignment, serve } from "../processes/child.js";
import { codeRoutes } from "../stacks/hand-written-code-routes.js";
import { sameRowsCodes } from "../stacks/hand-written-codes.js";
import { openSqlite } from "../stacks/hand-written-sqlite.js";

/** Signing in by code, by hand, with everything the library writes down. */
const database = openSqlite(assignment().database);
serve(codeRoutes(database, sameRowsCodes(database)));
