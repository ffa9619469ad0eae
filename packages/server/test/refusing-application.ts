import { AuthError, defineErrors, on, type RefusableEvent, type Subscriber } from "@acme/auth-core";

/** An application that refuses what is in `refusing`, with an error of its own. */
export function refusingApplication() {
  const refusing = new Set<RefusableEvent>();
  const errors = defineErrors({
    NOT_OPEN_YET: { kind: "forbidden", message: "We open in spring." },
  });
  const within = async (_tx: unknown, { event }: { readonly event: RefusableEvent }) => {
    if (refusing.has(event)) throw new AuthError(errors.NOT_OPEN_YET);
  };
  const subscribers: readonly Subscriber[] = [
    on("user.created", { within }),
    on("organization.created", { within }),
    on("member.added", { within }),
    on("invitation.created", { within }),
    on("account.linked", { within }),
    on("passkey.added", { within }),
  ];
  /** Refuses the event while `work` goes on. */
  async function whileRefusing<T>(event: RefusableEvent, work: () => Promise<T>): Promise<T> {
    refusing.add(event);
    try {
      return await work();
    } finally {
      refusing.delete(event);
    }
  }
  return { subscribers, errors, whileRefusing };
}

/** How it refuses over HTTP. */
export const REFUSED = {
  status: 403,
  body: { code: "NOT_OPEN_YET", message: "We open in spring." },
};
