import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { portOf } from "@acme/auth-testing/port-of";

/** A front end as small as can be: every path is a page. */
export interface FrontEnd {
  /** Where it lives: the site of the service, but another origin. */
  readonly origin: string;
  /** The same pages on another site altogether, which the service trusts too. */
  readonly foreignOrigin: string;
  /** The same pages where the service trusts nobody. */
  readonly hostileOrigin: string;
  /** Puts markup into the page at `path`. */
  show(path: string, markup: string): void;
  /**
   * From now on everything under `/api/` is the service's, as it is behind a proxy that stands
   * before both.
   */
  shareOriginWith(serviceUrl: string): void;
  stop(): Promise<void>;
}

export async function startFrontEnd(): Promise<FrontEnd> {
  const pages = new Map<string, string>();
  let service: string | null = null;

  const server = createServer((incoming, response) => {
    if (service !== null && incoming.url!.startsWith("/api/"))
      return passOn(service, incoming, response);
    const { pathname } = new URL(incoming.url!, "http://front.end");
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(
      `<!doctype html><html lang="en"><title>Front end</title><link rel="icon" href="data:,"><h1>Front end</h1>${pages.get(pathname) ?? ""}`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  const port = portOf(server);

  return {
    origin: `http://127.0.0.1:${port}`,
    foreignOrigin: `http://localhost:${port}`,
    hostileOrigin: `http://127.0.0.2:${port}`,
    show: (path, markup) => void pages.set(path, markup),
    shareOriginWith: (serviceUrl) => void (service = serviceUrl),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Puts a request to `service` as it is, and returns its reply to the browser. */
export function passOn(service: string, incoming: IncomingMessage, response: ServerResponse): void {
  const onward = request(
    new URL(incoming.url!, service),
    { method: incoming.method!, headers: incoming.headers, agent: false },
    (reply) => {
      response.writeHead(reply.statusCode!, reply.rawHeaders);
      reply.pipe(response);
    },
  );
  onward.on("error", (fault) => response.destroy(fault));
  incoming.pipe(onward);
}
