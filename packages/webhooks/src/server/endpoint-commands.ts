import { toId } from "@acme/auth-core";
import type { Webhooks } from "../operate-webhooks.procedure.js";
import type { WebhookDeliveryId, WebhookEndpointId } from "../webhook-ids.js";
import type { WebhookAnswer } from "../webhook-sender.js";
import type { Answer, CommandCall } from "./command-call.js";

/** Lists the endpoints. */
export const listEndpoints = ({ withAuth }: CommandCall): Promise<Answer> =>
  withAuth(async ({ auth }) => {
    const endpoints = await auth.webhooks.list();
    const rows = endpoints.map(({ id, url, events, disabledReason, createdAt }) => [
      id,
      disabledReason === null ? "enabled" : `disabled (${disabledReason})`,
      url,
      events?.join(",") ?? "all",
      createdAt.toISOString(),
    ]);
    const head = ["ID", "STATE", "URL", "EVENTS", "SINCE"];
    return { json: endpoints, text: rows.length === 0 ? "There is no endpoint." : { head, rows } };
  });

/** Sends nothing more to an endpoint. */
export const disableEndpoint = (call: CommandCall): Promise<Answer> =>
  withEndpoint(call, async (webhooks, id) =>
    (await webhooks.disable(id))
      ? { json: { id, disabled: true }, text: "Nothing more is sent there." }
      : null,
  );

/** Sends what happens from now on to an endpoint that was disabled. */
export const enableEndpoint = (call: CommandCall): Promise<Answer> =>
  withEndpoint(call, async (webhooks, id) =>
    (await webhooks.enable(id))
      ? { json: { id, disabled: false }, text: "What happens from now on is sent there." }
      : null,
  );

/** Removes an endpoint. */
export const removeEndpoint = (call: CommandCall): Promise<Answer> =>
  withEndpoint(call, async (webhooks, id) =>
    (await webhooks.remove(id))
      ? { json: { id, removed: true }, text: "The endpoint is gone." }
      : null,
  );

/** Posts a test at once. */
export const testEndpoint = (call: CommandCall): Promise<Answer> =>
  withEndpoint(call, async (webhooks, id) => {
    const answer = await webhooks.test(id);
    if (!answer) return null;
    const hasArrived = "status" in answer && answer.status >= 200 && answer.status < 300;
    return {
      json: answer,
      text: wordsOf(answer),
      exitCode: hasArrived ? 0 : 1,
    };
  });

const FAILURES = {
  address_refused:
    "Nothing was sent: its host has no public address, and none that WEBHOOK_ALLOWED_NETWORKS allows.",
  timed_out: "It did not answer in time.",
  unreachable: "It cannot be reached: look at its name, its port and its certificate.",
  cancelled: "It was called off.",
} as const;

const wordsOf = (answer: WebhookAnswer): string =>
  "status" in answer ? `It answered with status ${answer.status}.` : FAILURES[answer.failure];

/** Gives an endpoint a new secret. */
export const rotateSecret = (call: CommandCall): Promise<Answer> =>
  withEndpoint(call, async (webhooks, id) => {
    const secret = await webhooks.rotate(id);
    if (!secret) return null;
    return {
      json: { secret: secret.reveal() },
      text: `Secret   ${secret.reveal()}\nIt is not shown again. For a day, the old one signs too.`,
    };
  });

/** Lists what was sent to an endpoint. */
export const listDeliveries = (call: CommandCall): Promise<Answer> =>
  withEndpoint(call, async (webhooks, id) => {
    if (!(await webhooks.list()).some((endpoint) => endpoint.id === id)) return null;
    const deliveries = await webhooks.listDeliveries(id);
    const rows = deliveries.map((one) => [
      one.id,
      one.state,
      one.event,
      one.attempts,
      one.lastAttempt && (one.lastAttempt.status ?? one.lastAttempt.failure),
      one.createdAt.toISOString(),
      one.state === "queued" ? one.nextAttemptAt.toISOString() : null,
    ]);
    const head = ["ID", "STATE", "EVENT", "ATTEMPTS", "LATEST", "SINCE", "DUE"];
    return {
      json: deliveries,
      text: rows.length === 0 ? "Nothing was sent there." : { head, rows },
    };
  });

/** Delivers once more. */
export const replayDelivery = ({ withAuth, values, failure }: CommandCall): Promise<Answer> =>
  withAuth(async ({ auth }) => {
    const id = toId<WebhookDeliveryId>(values["DELIVERY"] ?? "");
    if (!(await auth.webhooks.replay(id)))
      throw failure(
        "There is no delivery with this id that has arrived or was given up, to an endpoint that is enabled.",
        "unknown",
      );
    return {
      json: { id, queued: true },
      text: "It is due now. A worker takes it at its next poll.",
    };
  });

/** Runs `work` on the endpoint that is named; null says that there is none. */
const withEndpoint = (
  { withAuth, values, failure }: CommandCall,
  work: (webhooks: Webhooks, id: WebhookEndpointId) => Promise<Answer | null>,
): Promise<Answer> =>
  withAuth(async ({ auth }) => {
    const answer = await work(auth.webhooks, toId<WebhookEndpointId>(values["ID"] ?? ""));
    if (!answer) throw failure("There is no such endpoint.", "unknown");
    return answer;
  });
