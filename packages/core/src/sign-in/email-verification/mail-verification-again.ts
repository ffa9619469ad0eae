import type { Client } from "../../kernel/client.js";
import type { Env } from "../../store/env.js";
import { hasMailBudget } from "../../background/rate-limit/spend-budget.js";
import {
  enqueueVerification,
  signVerification,
  type VerificationRequest,
} from "./enqueue-verification.js";

/** Mails the verification link again, as far as the mail budget goes. Nobody is refused for that budget. */
export async function mailVerificationAgain(
  env: Env,
  request: VerificationRequest,
  client: Client,
): Promise<void> {
  const { email } = request;
  if (
    !(await hasMailBudget(env.store.counters, env, {
      email,
      purpose: "email-verification",
      client,
    }))
  )
    return;
  const link = await signVerification(env, request);
  await env.store.transaction((tx) =>
    enqueueVerification(tx, env, { to: email, link, wanted: true }),
  );
  env.nudge();
}
