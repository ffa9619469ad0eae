import { AUDIT_EVENTS, AuthError, toId } from "@acme/auth-core";
import type {
  WebhookAnswer,
  WebhookDeliveryId,
  WebhookEndpointId,
  Webhooks,
} from "@acme/auth-webhooks";
import { type Environment, readConfig } from "../config/config.js";
import { createFeatures } from "../serving/features.js";
import { printable } from "../serving/printable.js";
import { type Answer, CommandFailure, EXIT, type Invocation } from "./command.js";
import { withAuth } from "./with-auth.js";

/** Lists the endpoints. */
export const listEndpoints = ({ env }: Invocation): Promise<Answer> =>
  withAuth(env, async ({ auth }) => {
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

/** Adds an endpoint. Its secret is printed, and shown nowhere again. */
export const addEndpoint = ({ env, values, options }: Invocation): Promise<Answer> =>
  withAuth(env, async ({ auth }) => {
    const named = checkNames(namesOf(options["events"]), eventsOf(env));
    const own = namesOf(options["own-events"]);
    const { id, secret } = await auth.webhooks
      .add({
        url: values["URL"] ?? "",
        ...((named || own) && { events: [...(named ?? []), ...(own ?? [])] }),
      })
      .catch(explainRefusal);
    return {
      json: { id, secret: secret.reveal() },
      text: `Endpoint ${id}\nSecret   ${secret.reveal()}\nThe receiver verifies with the secret. It is not shown again.`,
    };
  });

/** Returns the names of a comma-separated list; null for an option that was not given. */
const namesOf = (text: string | boolean | undefined): readonly string[] | null =>
  typeof text === "string" ? text.split(",").map((one) => one.trim()) : null;

/**
 * Every event that this server records. Webhooks alone are told of the one that an erasure leaves.
 */
const eventsOf = (env: Environment): readonly string[] =>
  [
    ...Object.keys(AUDIT_EVENTS),
    ...createFeatures(readConfig(env).config).flatMap(({ events = {} }) => Object.keys(events)),
    "user.erased",
  ].toSorted();

/** Refuses a name of which this server never sends anything. */
function checkNames(
  names: readonly string[] | null,
  events: readonly string[],
): readonly string[] | null {
  const unknown = (names ?? []).filter((name) => !events.includes(name)).map(printable);
  if (unknown.length > 0)
    throw new CommandFailure(
      `There is no event ${unknown.join(", ")}. There are: ${events.join(", ")}.\nEvents of an application of yours on this database: --own-events A,B`,
      EXIT.misused,
    );
  return names;
}

function explainRefusal(thrown: unknown): never {
  if (!AuthError.is(thrown)) throw thrown;
  const issues = thrown.issues.map(({ message }) =>
    message.replace(
      "Allow a network of your own",
      "Allow a network of your own with WEBHOOK_ALLOWED_NETWORKS",
    ),
  );
  const isMisuse = issues.length > 0;
  throw new CommandFailure(
    isMisuse ? issues.join(" ") : "There are as many endpoints as there may be. Remove one first.",
    isMisuse ? EXIT.misused : EXIT.failed,
  );
}

/** Sends nothing more to an endpoint. */
export const disableEndpoint = (invocation: Invocation): Promise<Answer> =>
  withEndpoint(invocation, async (webhooks, id) =>
    (await webhooks.disable(id))
      ? { json: { id, disabled: true }, text: "Nothing more is sent there." }
      : null,
  );

/** Sends what happens from now on to an endpoint that was disabled. */
export const enableEndpoint = (invocation: Invocation): Promise<Answer> =>
  withEndpoint(invocation, async (webhooks, id) =>
    (await webhooks.enable(id))
      ? { json: { id, disabled: false }, text: "What happens from now on is sent there." }
      : null,
  );

/** Removes an endpoint. */
export const removeEndpoint = (invocation: Invocation): Promise<Answer> =>
  withEndpoint(invocation, async (webhooks, id) =>
    (await webhooks.remove(id))
      ? { json: { id, removed: true }, text: "The endpoint is gone." }
      : null,
  );

/** Posts a test at once. */
export const testEndpoint = (invocation: Invocation): Promise<Answer> =>
  withEndpoint(invocation, async (webhooks, id) => {
    const answer = await webhooks.test(id);
    if (!answer) return null;
    const hasArrived = "status" in answer && answer.status >= 200 && answer.status < 300;
    return {
      json: answer,
      text: wordsOf(answer),
      exitCode: hasArrived ? EXIT.done : EXIT.failed,
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
export const rotateSecret = (invocation: Invocation): Promise<Answer> =>
  withEndpoint(invocation, async (webhooks, id) => {
    const secret = await webhooks.rotate(id);
    if (!secret) return null;
    return {
      json: { secret: secret.reveal() },
      text: `Secret   ${secret.reveal()}\nIt is not shown again. For a day, the old one signs too.`,
    };
  });

/** Lists what was sent to an endpoint. */
export const listDeliveries = (invocation: Invocation): Promise<Answer> =>
  withEndpoint(invocation, async (webhooks, id) => {
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
export const replayDelivery = ({ env, values }: Invocation): Promise<Answer> =>
  withAuth(env, async ({ auth }) => {
    const id = toId<WebhookDeliveryId>(values["DELIVERY"] ?? "");
    if (!(await auth.webhooks.replay(id)))
      throw new CommandFailure(
        "There is no delivery with this id that has arrived or was given up, to an endpoint that is enabled.",
        EXIT.unknown,
      );
    return {
      json: { id, queued: true },
      text: "It is due now. A worker takes it at its next poll.",
    };
  });

/** Runs `work` on the endpoint that is named; null says that there is none. */
const withEndpoint = (
  { env, values }: Invocation,
  work: (webhooks: Webhooks, id: WebhookEndpointId) => Promise<Answer | null>,
): Promise<Answer> =>
  withAuth(env, async ({ auth }) => {
    const answer = await work(auth.webhooks, toId<WebhookEndpointId>(values["ID"] ?? ""));
    if (!answer) throw new CommandFailure("There is no such endpoint.", EXIT.unknown);
    return answer;
  });
