import { isLoopbackHost } from "@acme/auth-core/surface";

/** The SMTP server, and the credentials to log in with. */
export interface MailServer {
  /** Host name, or an IP address without brackets. */
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte on; otherwise STARTTLS. */
  readonly secure: boolean;
  /**
   * Whether the host is a loopback name or IP address, so that traffic to it stays on this machine.
   */
  readonly loopback: boolean;
  readonly credentials: { readonly user: string; readonly pass: string } | null;
}

const PORTS = { "smtp:": 587, "smtps:": 465 } as const;

/**
 * Reads an `smtp://` or `smtps://` URL, with or without user and password (percent-encoded).
 * @throws {TypeError} for anything else, such as a path or a query. The message contains nothing of
 * the URL, which may hold a password.
 */
export function readServerUrl(text: string): MailServer {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !isScheme(url.protocol) || !url.hostname)
    throw new TypeError("url must be smtp://… or smtps://…, with a host");
  if (url.search || url.hash || !/^\/?$/.test(url.pathname))
    throw new TypeError("url must end with host and port: everything else is an option of its own");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return {
    host,
    port: Number(url.port) || PORTS[url.protocol],
    secure: url.protocol === "smtps:",
    // Names below localhost are asked of DNS, which may answer with another machine.
    loopback: isLoopbackHost(url.hostname) && !host.endsWith(".localhost"),
    credentials: readCredentials(url),
  };
}

const isScheme = (protocol: string): protocol is keyof typeof PORTS =>
  Object.hasOwn(PORTS, protocol);

function readCredentials({ username, password }: URL): MailServer["credentials"] {
  if (!username && !password) return null;
  const [user, pass] = [decode(username), decode(password)];
  if (!user || !pass)
    throw new TypeError("url must hold both user and password, percent-encoded, or neither");
  return { user, pass };
}

function decode(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
