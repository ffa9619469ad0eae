import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { portOf } from "@acme/auth-testing/port-of";
import { responseTo } from "@acme/auth-testing/response-to";
import { readConfig } from "../src/config/config.js";
import { compose, type Overrides } from "../src/starting/compose.js";
import { SECRET } from "./service.js";

export interface ComposedReply {
  readonly status: number | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** The reference server in this process, over a database in memory. */
export interface ComposedServer {
  /** Where it listens. */
  readonly url: string;
  /** Sends one request, with any header that a client could send. */
  send(
    path: string,
    headers?: Readonly<Record<string, string>>,
    message?: { readonly method?: string; readonly body?: string },
  ): Promise<ComposedReply>;
  close(): Promise<void>;
}

const DEVELOPMENT = {
  SERVICE_AUTH_SECRET: SECRET,
  SERVICE_AUTH_URL: "http://localhost:3000",
  DATABASE_URL: "sqlite::memory:",
};
/** What production wants besides; the mail server is never called. */
export const PRODUCTION = {
  NODE_ENV: "production",
  SERVICE_AUTH_SECRET: "Qm6lT0mZ3vS8yL2eXc9uRk5wBn1hJd4gFp7oAi0tMzE=",
  SERVICE_AUTH_URL: "https://auth.example.com",
  APP_URL: "https://app.example.com",
  SMTP_URL: "smtp://localhost:1",
  MAIL_FROM: "auth@example.com",
};

/**
 * Composes and starts the server.
 * @param peer the IP address that connections seem to come from
 */
export async function startComposed(
  settings: Readonly<Record<string, string>> = {},
  { peer, ...overrides }: Overrides & { readonly peer?: string } = {},
): Promise<ComposedServer> {
  const { config } = readConfig({ ...DEVELOPMENT, ...settings });
  const composition = await compose(config, overrides);
  const { server } = composition;
  if (peer !== undefined)
    server.on("connection", (socket) =>
      Object.defineProperty(socket, "remoteAddress", { value: peer }),
    );
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    close: () => composition.close(),
    async send(path, headers = {}, { method = "GET", body = "" } = {}) {
      const sent = request({ port: portOf(server), method, path, headers, agent: false });
      sent.end(body);
      const reply = await responseTo(sent);
      return { status: reply.statusCode, headers: reply.headers, body: await text(reply) };
    },
  };
}
