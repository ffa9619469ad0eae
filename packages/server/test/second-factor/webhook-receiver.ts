import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { portOf } from "@acme/auth-testing/port-of";
import { type Webhooks, webhooks } from "@acme/auth-webhooks";
import type { Service } from "../service.js";

/** Webhooks may go to this machine. */
export const webhooksToHere = () => webhooks({ allowedNetworks: ["127.0.0.1"] });

/** An endpoint that gets every event. */
export interface WebhookReceiver {
  /** What was posted to it, with the headers. */
  readonly posted: readonly string[];
  readonly stop: () => void;
}

/** Adds an endpoint of its own to a service with `webhooksToHere`. */
export async function startReceiver({ auth }: Pick<Service, "auth">): Promise<WebhookReceiver> {
  const posted: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      posted.push([...request.rawHeaders, body].join("\n"));
      response.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // The service of the tests is that of the base, to the compiler.
  const { webhooks: added } = auth as typeof auth & { readonly webhooks: Webhooks };
  await added.add({ url: `http://127.0.0.1:${portOf(server)}/hooks` });
  return { posted, stop: () => server.close().closeAllConnections() };
}
