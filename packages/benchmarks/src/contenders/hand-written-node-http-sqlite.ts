import { assignment, serve } from "../processes/child.js";
import { openSqlite, prepareMe } from "../stacks/hand-written-sqlite.js";

/** node:http, one prepared better-sqlite3 join, one `end`. */
const me = prepareMe(openSqlite(assignment().database));

serve((request, response) => {
  if (request.url !== "/api/v1/auth/me") return void response.writeHead(404).end();
  const found = me(request.headers.cookie);
  const body = JSON.stringify(found ?? { code: "UNAUTHORIZED" });
  response.writeHead(found ? 200 : 401, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
  });
  response.end(body);
});
