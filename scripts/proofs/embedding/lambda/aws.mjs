// What stands around the functions in AWS: an HTTP API, a function URL, the API of Lambda, a mail
// service. The events are those of `events`, with the request of a client in them.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";

export const recorded = (name) =>
  JSON.parse(readFileSync(new URL(`events/${name}.json`, import.meta.url), "utf8"));

/** A request as one of both kinds of event. */
export function eventOf(name, { method, url, headers, body }) {
  const event = recorded(name);
  const { stage } = event.requestContext;
  const [path, query = ""] = url.split("?");
  const { cookie, ...others } = headers;
  event.rawPath = stage === "$default" ? path : `/${stage}${decodeURIComponent(path)}`;
  event.rawQueryString = query;
  delete event.queryStringParameters;
  delete event.cookies;
  if (query) event.queryStringParameters = Object.fromEntries(new URLSearchParams(query));
  if (cookie) event.cookies = cookie.split("; ");
  event.headers = { ...event.headers, ...others };
  Object.assign(event.requestContext.http, { method, path: event.rawPath });
  // API Gateway passes text on as it is; this one is base64 as what is no text is.
  if (body.length > 0)
    Object.assign(event, { body: body.toString("base64"), isBase64Encoded: true });
  return event;
}

/** Answers clients by what the handler returns. */
export const gateway = (name, handler) =>
  createServer(async (request, response) => {
    const { method, url, headers } = request;
    const event = eventOf(name, { method, url, headers, body: await bodyOf(request) });
    const result = await handler(event);
    const cookies = result.cookies.map((cookie) => ["Set-Cookie", cookie]);
    // Another gateway takes this port after it.
    response.shouldKeepAlive = false;
    response.writeHead(result.statusCode, [...Object.entries(result.headers), ...cookies].flat());
    response.end(Buffer.from(result.body, "base64"));
  });

/** Takes calls of functions, and mails. `calls` and `mails` are what it was given. */
export async function startServices(invoke) {
  const calls = [];
  const mails = [];
  const server = createServer(async (request, response) => {
    const body = (await bodyOf(request)).toString();
    const [, called] = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(request.url) ?? [];
    if (called) {
      calls.push(`${called} ${request.headers["x-amz-invocation-type"]}`);
      invoke(body === "" ? {} : JSON.parse(body));
      response.writeHead(202, { "Content-Type": "application/json" }).end();
    } else {
      mails.push(JSON.parse(body));
      response.writeHead(200).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { calls, mails, server, url: `http://127.0.0.1:${server.address().port}` };
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
