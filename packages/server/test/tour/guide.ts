import { type AuthClient, createAuthCall, createAuthClient } from "@acme/auth-client";
import type { Agent } from "../agent.js";
import type { StubProvider } from "../oauth/stub-provider.js";
import type { Service } from "../service.js";
import { type BetterAuth, betterAuthCalls } from "./better-auth-calls.js";
import type { CallRecorder } from "./recording.js";

export const SERVICE_URL = "https://auth.acme.example";
export const APP_URL = "https://app.acme.example";
export const PASSWORD = "correct horse battery staple";

const SECOND = 1000;
const BROWSER = {
  origin: APP_URL,
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  "sec-fetch-mode": "cors",
  "sec-fetch-dest": "empty",
  "sec-fetch-site": "same-site",
};

/** Somebody with a browser on a page of the front end. */
export interface Visitor {
  readonly client: AuthClient;
  /** Calls an operation of the better-auth client's, by its `operationId`. */
  readonly betterAuth: BetterAuth;
  /** What opens the URLs that a browser opens by itself. */
  readonly agent: Agent;
}

export type Guide = ReturnType<typeof createGuide>;

/** Leads through the surface with the client, over HTTP, and reads the mails. */
export function createGuide(service: Service, provider: StubProvider, recorder: CallRecorder) {
  const deliver = (): Promise<number> => service.auth.worker.runDue();

  function visitor(): Visitor {
    const agent = service.agent();
    const options = { baseUrl: SERVICE_URL, fetch: fetchThrough(agent) };
    const tick = () => service.clock.advance(SECOND);
    const calls = recorder.watch(betterAuthCalls(createAuthCall(options)), tick);
    return {
      agent,
      client: recorder.watch(createAuthClient(options), tick),
      betterAuth: (operationId, input) => {
        const [group, name] = operationId.split(".");
        return calls[group!]![name!]!(input);
      },
    };
  }

  /** The token of the link that was mailed last. */
  async function mailedToken(email: string): Promise<string> {
    await deliver();
    const link = new URL(service.inbox.linkFor(email));
    return link.searchParams.get("token") ?? link.pathname.split("/").at(-1)!;
  }

  async function mailedCode(email: string): Promise<string> {
    await deliver();
    return service.inbox.codeFor(email);
  }

  return {
    provider,
    visitor,
    mailedToken,
    mailedCode,
    deliver,
    /** Somebody who has signed up with a password, and whose email address is verified. */
    member: async (email: string, name: string): Promise<Visitor> => {
      const somebody = visitor();
      await somebody.client.password.signUp({ email, password: PASSWORD, name });
      await somebody.client.emailVerification.verifyEmail({ token: await mailedToken(email) });
      return somebody;
    },
    /** Opens a URL as a browser does, and returns the status. */
    opened: async ({ agent }: Visitor, url: string): Promise<number> => {
      const { pathname, search } = new URL(url);
      return (await agent.get(pathname + search)).status;
    },
  };
}

/** What the client fetches with: the agent, which keeps cookies. */
function fetchThrough(agent: Agent): typeof fetch {
  return async (input, { method = "GET", headers = {}, body } = {}) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const reply = await agent.send(pathname + search, {
      method,
      headers: { ...BROWSER, ...Object.fromEntries(new Headers(headers)) },
      ...(typeof body === "string" && { body }),
    });
    const kept = Object.entries(reply.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return new Response(reply.text || null, { status: reply.status, headers: kept });
  };
}
