import type { Answer, CallContext } from "@acme/auth-http";
import {
  type Input,
  once,
  safeRedirectTarget,
  userView,
  viewUser,
  z,
} from "@acme/auth-http/routes";
import type { CompletedSignIn, FactorProof } from "../second-factor-api.js";
import { ENDED } from "./pending-request.js";

/** What a right proof is answered with. */
export const proofReply = once(() =>
  z
    .strictObject({
      redirect: z.boolean().describe("Whether `url` is given."),
      url: z.string().describe("Where the first proof would have led, absolute.").exactOptional(),
      token: z.null().describe("Always null. The session token is in the cookie only."),
      user: userView(),
    })
    .meta({ id: "SecondFactorReply", description: "The user, who is signed in." }),
);

type ProofAnswer = Answer<Input<typeof proofReply>>;

/** Answers a completed sign-in. Where it leads is checked again: allowed origins may have changed. */
export function completedAnswer(
  { signedIn, redirectTo }: CompletedSignIn,
  { site, additions }: Pick<CallContext, "site" | "additions">,
): ProofAnswer {
  const body = {
    redirect: redirectTo !== null,
    ...(redirectTo !== null && { url: safeRedirectTarget(redirectTo, site) }),
    token: null,
    user: viewUser(signedIn.user, additions),
  };
  return { body, session: signedIn, ...ENDED };
}

/** Answers a right proof: it completed a sign-in, or its session goes on under a new token. */
export function proofAnswer(
  proof: FactorProof,
  call: Pick<CallContext, "site" | "additions">,
): ProofAnswer {
  if (proof.during === "sign-in") return completedAnswer(proof, call);
  const { session, token, user } = proof;
  return {
    body: { redirect: false, token: null, user: viewUser(user, call.additions) },
    session: { session, token },
  };
}
