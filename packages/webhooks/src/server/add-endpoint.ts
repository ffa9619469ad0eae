import { AuthError, ERASED_EVENT } from "@acme/auth-core";
import type { Answer, CommandCall } from "./command-call.js";

/** Adds an endpoint. Its secret is printed, and shown nowhere again. */
export const addEndpoint = (call: CommandCall): Promise<Answer> =>
  call.withAuth(async ({ auth, recordedEvents }) => {
    const { values, options } = call;
    // Webhooks alone are told of the event that an erasure leaves.
    const events = [...recordedEvents(), ERASED_EVENT].toSorted();
    const named = checkNames(namesOf(options["events"]), events, call);
    const own = namesOf(options["own-events"]);
    const { id, secret } = await auth.webhooks
      .add({
        url: values["URL"] ?? "",
        ...((named || own) && { events: [...(named ?? []), ...(own ?? [])] }),
      })
      .catch((thrown: unknown) => {
        throw explained(thrown, call);
      });
    return {
      json: { id, secret: secret.reveal() },
      text: `Endpoint ${id}\nSecret   ${secret.reveal()}\nThe receiver verifies with the secret. It is not shown again.`,
    };
  });

/** Returns the names of a comma-separated list; null for an option that was not given. */
const namesOf = (text: string | boolean | undefined): readonly string[] | null =>
  typeof text === "string" ? text.split(",").map((one) => one.trim()) : null;

/** Refuses a name of which this server never sends anything. */
function checkNames(
  names: readonly string[] | null,
  events: readonly string[],
  { printable, failure }: CommandCall,
): readonly string[] | null {
  const unknown = (names ?? []).filter((name) => !events.includes(name)).map(printable);
  if (unknown.length > 0)
    throw failure(
      `There is no event ${unknown.join(", ")}. There are: ${events.join(", ")}.\nEvents of an application of yours on this database: --own-events A,B`,
      "misused",
    );
  return names;
}

function explained(thrown: unknown, { failure }: CommandCall): unknown {
  if (!AuthError.is(thrown)) return thrown;
  const issues = thrown.issues.map(({ message }) =>
    message.replace(
      "Allow a network of your own",
      "Allow a network of your own with WEBHOOK_ALLOWED_NETWORKS",
    ),
  );
  return issues.length > 0
    ? failure(issues.join(" "), "misused")
    : failure("There are as many endpoints as there may be. Remove one first.", "failed");
}
