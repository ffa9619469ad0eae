import { resolve } from "node:path";
import { openIdProvider } from "@acme/auth-core/providers";
import { createSeededRandom } from "@acme/auth-testing";
import { format } from "prettier";
import { afterAll, expect, it } from "vitest";
import { describeService } from "../describe-service.js";
import { lateBound } from "../late-bound.js";
import { startStubProvider, type StubProvider } from "../oauth/stub-provider.js";
import { surface } from "../reference-surface.js";
import { tourAccount } from "../tour/account-tour.js";
import { tourBetterAuth } from "../tour/better-auth-tour.js";
import { examplesOf, secretsIn } from "../tour/examples.js";
import { APP_URL, createGuide, SERVICE_URL } from "../tour/guide.js";
import { tourOrganizations } from "../tour/organizations-tour.js";
import { createRecorder } from "../tour/recording.js";
import { tourSignIn } from "../tour/sign-in-tour.js";

const PACKAGES = resolve(import.meta.dirname, "../../..");
/** The examples of a feature stand with its routes. */
const EXAMPLES = [
  ["http/src/openapi/examples.json", (operationId: string) => !isBetterAuth(operationId)],
  ["better-auth/src/examples.json", (operationId: string) => isBetterAuth(operationId)],
] as const;
const isBetterAuth = (operationId: string): boolean => operationId.startsWith("betterAuth");

let running: StubProvider | null = null;

async function start() {
  running ??= await startStubProvider();
  const { issuer, clientId, clientSecret } = running;
  return {
    serviceUrl: SERVICE_URL,
    appUrl: APP_URL,
    ports: { random: createSeededRandom() },
    identityProviders: [
      openIdProvider({ id: "acme", name: "Acme ID", issuer, clientId, clientSecret }),
    ],
  };
}
afterAll(() => running?.stop());

/** On Postgres it goes through a database of the first release, in `first-release-tour.test.ts`. */
const OPTIONS = { start, databases: "one", hosts: "both" } as const;

describeService("the client against the whole surface", OPTIONS, (service) => {
  const recorder = createRecorder();
  const guide = createGuide(
    service,
    lateBound(() => running),
    recorder,
  );

  it("signs in in every way", () => tourSignIn(guide));
  it("changes, exports and leaves an account", () => tourAccount(guide));
  it("works in organizations", () => tourOrganizations(guide));
  it("works in organizations as the better-auth client does", () => tourBetterAuth(guide));

  it("has made every call that the surface answers", () => {
    // No front end posts the form of a provider.
    const missing = surface.filter(
      ({ operationId, crossSite }) => !crossSite && !recorder.calls.has(operationId),
    );
    expect(missing.map(({ operationId }) => operationId)).toEqual([]);
  });

  it("gives the examples of the OpenAPI document, which are the same every time", async () => {
    // `npx vitest run client-tour -u` writes them.
    const examples = Object.entries(examplesOf(recorder.calls));
    for (const [path, isOfIt] of EXAMPLES) {
      const own = Object.fromEntries(examples.filter(([operationId]) => isOfIt(operationId)));
      const text = await format(JSON.stringify(own), { parser: "json" });
      await expect(text).toMatchFileSnapshot(resolve(PACKAGES, path));
    }
  });

  it("gives examples without secrets", () => {
    expect([...secretsIn(examplesOf(recorder.calls))]).toEqual([]);
    // What is recorded has them: the search finds them there.
    expect([...secretsIn(Object.fromEntries(recorder.calls))].length).toBeGreaterThan(20);
  });
});
