import { DAY } from "@acme/auth-core/surface";
import { describe, expect, it } from "vitest";
import { exampleFixture } from "./example-fixture.js";
import type { Person } from "./person.js";

const fixture = exampleFixture();

/** How long nothing may happen. */
const STILL_MS = 1_000;

/** Holds the answers to a request. Returns what lets them through, and waits until one has come. */
async function hold({ page }: Person, path: string): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(path, async (route) => {
    await released;
    await route.continue();
  });
  return async () => {
    const answer = page.waitForResponse(path);
    release();
    await (await answer).finished();
  };
}

async function signedUp(): Promise<Person> {
  const person = await fixture.person();
  await person.comeSignedUp();
  return person;
}

describe("a page that is left before the service answers", () => {
  it("opens no dialog over the next page", async () => {
    const person = await signedUp();
    await person.goTo("Security");
    fixture.service.clock.advance(DAY);
    const answer = await hold(person, "**/generate-register-options");
    await person.press("Add a passkey");
    await person.goTo("Data");
    await answer();
    const dialog = person.page.getByRole("dialog").waitFor({ timeout: STILL_MS });
    expect(
      await dialog.then(
        () => "a dialog",
        () => "none",
      ),
    ).toBe("none");
  });

  it("leads nobody away from the next page, and what was asked for is done", async () => {
    const person = await signedUp();
    await person.open("/organizations");
    await person.sees("Your organizations");
    const answer = await hold(person, "**/api/v1/organizations");
    await person.fillIn({ "Name of the organization": "Slow Works" });
    await person.press("Create organization");
    await person.page.getByRole("link", { name: "Account", exact: true }).click();
    await person.sees("Profile");
    await answer();
    const led = person.page.waitForURL("**/organization", { timeout: STILL_MS });
    expect(
      await led.then(
        () => "led away",
        () => "stayed",
      ),
    ).toBe("stayed");
    await person.open("/organizations");
    await person.section("Where you work").getByText("Slow Works").waitFor();
  });

  it("ends the browser's question about a passkey", async () => {
    const person = await signedUp();
    await person.goTo("Security");
    await person.authenticator.attend(false);
    await person.page.evaluate(`{
      const { credentials } = navigator;
      const create = credentials.create.bind(credentials);
      credentials.create = (options) => {
        document.body.dataset.question = "asked";
        return create(options).catch((problem) => {
          document.body.dataset.question = problem.name;
          throw problem;
        });
      };
    }`);
    await person.press("Add a passkey");
    await person.page.locator("body[data-question=asked]").waitFor();
    await person.goTo("Data");
    await person.page.locator("body[data-question=AbortError]").waitFor();
  });
});
