import type { ServerResponse } from "node:http";
import { assignment, serve } from "../processes/child.js";
import { openPostgresMe } from "../stacks/hand-written-postgres.js";

/** node:http, pg with one named prepared join, one `end`. */
const me = openPostgresMe(assignment().database);

async function answerMe(cookies: string | undefined, response: ServerResponse): Promise<void> {
  const found = await me(cookies);
  const body = JSON.stringify(found ?? { code: "UNAUTHORIZED" });
  response.writeHead(found ? 200 : 401, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
  });
  response.end(body);
}

serve((request, response) => {
  if (request.url !== "/api/v1/auth/me") return void response.writeHead(404).end();
  void answerMe(request.headers.cookie, response);
});
