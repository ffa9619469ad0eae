import { readerLanguage } from "../../background/language/reader-language.js";
import { hasMailBudget } from "../../background/rate-limit/spend-budget.js";
import type { Client } from "../../kernel/client.js";
import type { Env } from "../../store/env.js";
import { enqueueVerification } from "./enqueue-verification.js";
import { signVerification, type VerificationInput } from "./sign-verification.procedure.js";

/**
 * Mails the verification link again. Does nothing, and does not throw, when the mail budget is used
 * up.
 */
export async function resendVerification(
  env: Env,
  input: VerificationInput,
  client: Client,
): Promise<void> {
  const { email } = input;
  const purpose = "email-verification";
  if (!(await hasMailBudget(env.store.counters, env, { email, purpose, client }))) return;
  const link = await signVerification(env, input);
  const language = readerLanguage(null, client);
  await env.store.transaction((tx) =>
    enqueueVerification(tx, env, { to: email, link, wanted: true, language }),
  );
  env.nudge();
}
