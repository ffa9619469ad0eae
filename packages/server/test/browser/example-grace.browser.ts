import { describe, expect, it } from "vitest";
import { exampleFixture } from "./example-fixture.js";
import { found } from "./example-organization.js";
import { PASSWORD, type Person } from "./person.js";

const DELETION = "Delete your account";

async function askToLeave(person: Person): Promise<void> {
  await person.press("Delete my account");
  await person.fillIn({ "Your password": PASSWORD });
  await person.press("Delete account now");
  await person.sees("Deleting your account");
}

describe("without a grace period", () => {
  const fixture = exampleFixture({ policy: { deletionGraceDays: 0 } });

  it("an account is deleted at once, which is said before and after", async () => {
    const person = await fixture.person();
    await person.comeSignedUp();
    await person.goTo("Data");
    await person
      .section(DELETION)
      .getByText("Your account is deleted at once, and cannot be brought back.")
      .waitFor();
    await askToLeave(person);
    await fixture.service.auth.worker.runDue();
    await person.sees("Your account is deleted");
    await person.page.getByText(person.email, { exact: true }).waitFor();
    expect(await fixture.user(person.email)).toBeNull();
    await person.page.getByRole("link", { name: "Create a new account" }).click();
    await person.sees("Create an account");
  });

  it("an account that may not go stays, and the organizations in the way are named before it is asked for", async () => {
    const person = await fixture.person();
    await person.comeSignedUp();
    await found(person, "Only Mine");
    await person.open("/account/data");
    await person.sees("Data");
    await person.press("Delete my account");
    const dialog = person.page.getByRole("dialog", { name: "Your account cannot be deleted yet" });
    await dialog.getByText("Only Mine (only you)").waitFor();
    await dialog.getByRole("link", { name: "Open your organizations" }).click();
    await person.sees("Your organizations");
    expect(await dialog.count()).toBe(0);
    expect(await fixture.user(person.email)).not.toBeNull();
  });
});

describe("with a grace period of one day", () => {
  const fixture = exampleFixture({ policy: { deletionGraceDays: 1 } });

  it("that day is named", async () => {
    const person = await fixture.person();
    await person.comeSignedUp();
    await person.goTo("Data");
    await person.section(DELETION).getByText("Your account is deleted after one day.").waitFor();
  });
});
