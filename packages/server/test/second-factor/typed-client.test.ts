import { createAuthClient } from "@acme/auth-client";
import { expect, it } from "vitest";
import { startedService } from "../describe-service.js";
import { createLeaving, PASSWORD } from "../leaving.js";
import { APP_ORIGIN } from "../service.js";
import { enrollTotp } from "./enrolled.js";
import { WITH_SECOND_FACTOR } from "./start.js";

const service = startedService("sqlite", { start: WITH_SECOND_FACTOR });

it("the typed client throws for a sign-in that waits for the second factor, on whichever path", async () => {
  const email = "ada@example.com";
  const agent = await createLeaving(service).member(email);
  await enrollTotp(service, agent);
  const { password, emailOtp } = createAuthClient({
    baseUrl: service.url,
    headers: { origin: APP_ORIGIN },
  });
  const code = "SECOND_FACTOR_REQUIRED";
  await expect(password.signIn({ email, password: PASSWORD })).rejects.toMatchObject({ code });
  const otp = await service.codeFor(email);
  await expect(emailOtp.signIn({ email, otp })).rejects.toMatchObject({ code });
});
