import { openIdProvider } from "@acme/auth-core/providers";
import { afterAll, it } from "vitest";
import { describeService } from "./describe-service.js";
import { openFirstRelease } from "./first-release.js";
import { lateBound } from "./late-bound.js";
import { startStubProvider, type StubProvider } from "./oauth/stub-provider.js";
import type { DatabaseName } from "./service.js";
import { tourAccount } from "./tour/account-tour.js";
import { tourBetterAuth } from "./tour/better-auth-tour.js";
import { APP_URL, createGuide, SERVICE_URL } from "./tour/guide.js";
import { tourOrganizations } from "./tour/organizations-tour.js";
import { createRecorder } from "./tour/recording.js";
import { tourSignIn } from "./tour/sign-in-tour.js";

let running: StubProvider | null = null;

async function start(database: DatabaseName) {
  running ??= await startStubProvider();
  const { issuer, clientId, clientSecret } = running;
  return {
    location: await openFirstRelease(database),
    serviceUrl: SERVICE_URL,
    appUrl: APP_URL,
    identityProviders: [
      openIdProvider({ id: "acme", name: "Acme ID", issuer, clientId, clientSecret }),
    ],
  };
}
afterAll(() => running?.stop());

describeService("over a database of the first release, the surface", { start }, (service) => {
  const guide = createGuide(
    service,
    lateBound(() => running),
    createRecorder(),
  );

  it("signs people in in every way", () => tourSignIn(guide));
  it("changes, exports and deletes accounts", () => tourAccount(guide));
  it("serves organizations", () => tourOrganizations(guide));
  it("serves organizations as the better-auth client asks for them", () => tourBetterAuth(guide));
});
