import {
  defineErrors,
  defineFeature,
  type EmailAddress,
  type Gate,
  Secret,
  type Withholding,
} from "@acme/auth-core";
import { MINUTE } from "@acme/auth-core/surface";

export const tollErrors = defineErrors({
  TOLL_DUE: { kind: "forbidden", message: "Pay the toll first." },
});
/** What the browser of a withheld sign-in keeps. */
export const TOLL_TICKET = "ticket-of-a-toll";
export const TOLL_COOKIE = `pending-toll=${TOLL_TICKET}; Max-Age=600; Path=/; HttpOnly; SameSite=Lax`;

/** A feature whose gate withholds the sign-ins of those who are in `closed`. */
export function tollFeature() {
  const closed = new Set<string>();
  const asked: EmailAddress[] = [];
  const answer: { url?: string } = {};
  const ask: Gate["ask"] = async (_tx, { user }) => {
    asked.push(user.email);
    if (!closed.has(user.email)) return "open";
    const cookie = { value: new Secret(TOLL_TICKET), lifetime: 10 * MINUTE };
    return { error: tollErrors.TOLL_DUE, cookie, ...answer } satisfies Withholding;
  };
  const feature = defineFeature({
    name: "toll",
    errors: tollErrors,
    signIn: {
      gate: { refuses: [tollErrors.TOLL_DUE], cookie: "pending-toll", create: () => ({ ask }) },
    },
  });
  return { feature, closed, asked, answer };
}
