import type { ClientRequest, IncomingMessage } from "node:http";

/** Returns the response to a request that has been sent; its body has not been read yet. */
export const responseTo = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once("response", resolve).once("error", reject);
  });
