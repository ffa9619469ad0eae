import type { IncomingMessage } from "node:http";
import { isLoopbackHost } from "@acme/auth-core/surface";
import { describeAddress } from "@acme/auth-http";

/** Headers by which a proxy says that it passes on another client's request. */
const FORWARDED = /^(?:forwarded|via|x-forwarded-.*|x-real-ip)$/;

/**
 * Whether a request was made on this machine, by a page or a person who knows it as this machine: a
 * loopback socket and a loopback `Host`, which a page of a foreign name that resolves to 127.0.0.1
 * cannot send, and no sign of a proxy, behind which anybody could be.
 */
export const isFromThisMachine = ({
  headers,
  socket,
}: Pick<IncomingMessage, "headers" | "socket">): boolean =>
  isLoopbackPeer(socket.remoteAddress) &&
  isLoopbackName(headers.host) &&
  !Object.keys(headers).some((name) => FORWARDED.test(name));

function isLoopbackPeer(text: string | undefined): boolean {
  const address = describeAddress(text).ipAddress ?? "";
  return isLoopbackHost(address.includes(":") ? `[${address}]` : address);
}

function isLoopbackName(host = ""): boolean {
  const url = `http://${host}`;
  return URL.canParse(url) && isLoopbackHost(new URL(url).hostname);
}
