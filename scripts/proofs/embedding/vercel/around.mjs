// What stands around the functions in Vercel: the network that sets headers and rewrites, what goes
// on behind an answer, and a mail service.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const recorded = JSON.parse(readFileSync(new URL("requests.json", import.meta.url), "utf8"));

/** What `waitUntil` was given. */
export const behind = [];
globalThis[Symbol.for("@vercel/request-context")] = {
  get: () => ({ waitUntil: (work) => behind.push(work) }),
};

/** A request as Vercel passes it to a function: whatever the client sent under its names is gone. */
export function requestOf(kind, { method = "GET", url, headers = {}, body }) {
  const sent = new Headers(recorded[kind]);
  for (const [name, value] of Object.entries(headers))
    if (!/^(x-|forwarded$|host$)/.test(name)) sent.set(name, value);
  return new Request(url, { method, headers: sent, body: body?.length ? body : null });
}

/** The call of the schedule. */
export const cronCall = (origin, secret) => {
  const request = requestOf("cron", { url: `${origin}/api/settle` });
  request.headers.set("authorization", `Bearer ${secret}`);
  return request;
};

/** Files come first, which there are none of, then functions, then the rewrite of `vercel.json`. */
export const network = (origin, functions) =>
  createServer(async (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const body = await bodyOf(incoming);
    const request = requestOf("browser", { method, url: origin + url, headers, body });
    const settles = new URL(request.url).pathname === "/api/settle";
    const response = await functions[settles ? "settle" : "index"](request);
    const cookies = response.headers.getSetCookie().map((cookie) => ["Set-Cookie", cookie]);
    const others = [...response.headers].filter(([name]) => name !== "set-cookie");
    outgoing.writeHead(response.status, [...others, ...cookies].flat());
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  });

export async function startMailService() {
  const mails = [];
  const server = createServer(async (request, response) => {
    mails.push(JSON.parse(await bodyOf(request)));
    response.writeHead(200).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { mails, server, url: `http://127.0.0.1:${server.address().port}` };
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
