import { toId } from "@acme/auth-core";
import { orNull, readJson } from "@acme/auth-testing/read-json";
import type { Agent, Reply } from "./agent.js";
import type { Service } from "./service.js";

export const DELETION = "/api/v1/me/deletion";
export const EXPORT = "/api/v1/me/export";
export const ME = "/api/v1/auth/me";
export const PASSWORD = "correct horse battery staple";

export interface AskedDeletion {
  readonly requestId: string;
  readonly scheduledFor: string;
  readonly graceDays: number;
}

export interface ExportBody {
  readonly id: string;
  readonly status: string;
  readonly downloadUrl: string | null;
  readonly expiresAt: string | null;
  readonly errorMessage: string | null;
}

/** The body of a reply that a test only needs on its way. */
function bodyOf({ status, text, body }: Reply, expected: number): unknown {
  if (status !== expected) throw new Error(`${expected} expected, but: ${status} ${text}`);
  return body;
}

/** A user who leaves or exports their data, all over HTTP. */
export function createLeaving(service: Service) {
  const deliver = (): Promise<number> => service.auth.worker.runDue();

  /** A user with a password, whose email address is not verified yet. */
  async function signUp(email: string, agent = service.agent()): Promise<Agent> {
    bodyOf(
      await agent.post("/api/auth/sign-up", {
        email,
        password: PASSWORD,
        name: email.split("@", 1)[0],
      }),
      200,
    );
    await deliver();
    return agent;
  }

  /** A user with a password and a verified email address. */
  async function member(email: string, agent?: Agent): Promise<Agent> {
    const signedUp = await signUp(email, agent);
    const token = new URL(service.inbox.linkFor(email)).searchParams.get("token");
    bodyOf(await signedUp.post("/api/v1/auth/verify-email", { token }), 200);
    return signedUp;
  }

  const idOf = async (agent: Agent): Promise<string> =>
    readJson(bodyOf(await agent.get(ME), 200), { id: "string" }).id;
  const isSignedIn = async (agent: Agent): Promise<boolean> => (await agent.get(ME)).status === 200;
  const signIn = (email: string, agent = service.agent()): Promise<Reply> =>
    agent.post("/api/auth/sign-in", { email, password: PASSWORD });

  const askDeletion = async (agent: Agent, reason?: string): Promise<AskedDeletion> =>
    readJson(
      bodyOf(
        await agent.post(DELETION, { password: PASSWORD, ...(reason !== undefined && { reason }) }),
        202,
      ),
      { requestId: "string", scheduledFor: "string", graceDays: "number" },
    );
  const cancel = (agent: Agent): Promise<Reply> => agent.send(DELETION, { method: "DELETE" });
  const pendingOf = async (agent: Agent): Promise<{ readonly id: string } | null> =>
    readJson(bodyOf(await agent.get(DELETION), 200), { pending: orNull({ id: "string" }) }).pending;
  /** The request as it is stored, also that of another user. */
  const storedDeletion = (requestId: string) =>
    service.store.deletionRequests.find(toId(requestId));

  /** Lets the grace period pass and the worker come by. */
  async function letGo(requestId: string): Promise<void> {
    const asked = (await storedDeletion(requestId))!;
    service.clock.set(asked.scheduledFor);
    await deliver();
  }

  const askExport = async (agent: Agent): Promise<string> =>
    readJson(bodyOf(await agent.post(EXPORT), 202), { requestId: "string" }).requestId;
  const showExport = async (agent: Agent, id: string): Promise<ExportBody> =>
    readJson(bodyOf(await agent.get(`${EXPORT}/${id}`), 200), {
      id: "string",
      status: "string",
      downloadUrl: "string or null",
      expiresAt: "string or null",
      errorMessage: "string or null",
    });

  /** Asks for an export and has it made; the path and query of its link. */
  async function readyExport(
    agent: Agent,
  ): Promise<{ readonly id: string; readonly link: string }> {
    const id = await askExport(agent);
    await deliver();
    const { downloadUrl } = await showExport(agent, id);
    if (downloadUrl === null) throw new Error("the export is not ready");
    return { id, link: downloadUrl.slice(service.url.length) };
  }

  const subjectsTo = (email: string): readonly string[] =>
    service.inbox.mails.filter(({ to }) => to === email).map(({ subject }) => subject);

  return {
    deliver,
    signUp,
    member,
    idOf,
    isSignedIn,
    signIn,
    askDeletion,
    cancel,
    pendingOf,
    storedDeletion,
    letGo,
    askExport,
    showExport,
    readyExport,
    subjectsTo,
  };
}

/** The agent as a browser that says what it is. */
export function inBrowser(agent: Agent, userAgent: string): Agent {
  const send: Agent["send"] = (path, options = {}) =>
    agent.send(path, { ...options, headers: { "user-agent": userAgent, ...options.headers } });
  return {
    cookies: agent.cookies,
    send,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, body = {}, headers = {}) => send(path, { method: "POST", body, headers }),
  };
}
