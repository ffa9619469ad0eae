import { readFile } from "node:fs/promises";
import { DAY } from "@acme/auth-core/surface";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { exampleFixture } from "./example-fixture.js";
import { PASSWORD, type Person } from "./person.js";

const GRACE = 30 * DAY;
const DELETION = "Delete your account";
const DATA = "Download your data";
/** The URL of a look at how far an export is. */
const LOOK = /\/api\/v1\/me\/export\//;

const fixture = exampleFixture();

const runDue = () => fixture.service.auth.worker.runDue();
const dialogOf = ({ page }: Person) => page.getByRole("dialog", { name: "Delete your account?" });
const pendingDeletion = async ({ email }: Person) =>
  fixture.service.store.deletionRequests.findPending((await fixture.user(email))!.id);

async function comeSignedUp(): Promise<Person> {
  const person = await fixture.person();
  await person.comeSignedUp();
  await person.goTo("Data");
  return person;
}

async function requestDeletion(person: Person, password = PASSWORD): Promise<void> {
  await person.press("Delete my account");
  await person.hasFocusOn(dialogOf(person).getByLabel("Your password", { exact: true }));
  await person.fillIn({ "Your password": password });
  await person.press("Request deletion");
}

const seesDeletionPending = (person: Person) =>
  person.section(DELETION).getByText("Your account will be deleted on").waitFor();
const seesDeletionOffered = (person: Person) =>
  person.section(DELETION).getByRole("button", { name: "Delete my account" }).waitFor();

describe("deleting the account", () => {
  it("is asked for with the password, shows its day, is there after a reload, and is called off", async () => {
    const person = await comeSignedUp();
    await person.section(DELETION).getByText("Your account is deleted after 30 days.").waitFor();
    await requestDeletion(person, "not the password");
    await person.hasFocusOn(
      dialogOf(person)
        .getByLabel("Your password", { exact: true })
        .and(person.page.locator("[aria-invalid=true]")),
    );
    await dialogOf(person).getByText("The password is wrong.").waitFor();
    expect(await pendingDeletion(person)).toBeNull();

    await person.fillIn({
      "Your password": PASSWORD,
      "Why are you leaving? (optional)": "Moving to the country",
    });
    await person.press("Request deletion");
    await dialogOf(person).waitFor({ state: "detached" });
    await seesDeletionPending(person);
    await person.hasFocusOn(person.page.getByRole("heading", { name: DELETION }));
    const scheduledFor = new Date(fixture.service.clock.now().getTime() + GRACE);
    const day = person.section(DELETION).getByRole("time").first();
    expect(await day.getAttribute("datetime")).toBe(scheduledFor.toISOString());
    expect(await pendingDeletion(person)).toMatchObject({
      scheduledFor,
      reason: "Moving to the country",
    });

    await person.page.reload();
    await seesDeletionPending(person);
    await person.press("Keep my account");
    await person.section(DELETION).getByText("Your account stays.").waitFor();
    await seesDeletionOffered(person);
    expect(await pendingDeletion(person)).toBeNull();
    await person.page.reload();
    await seesDeletionOffered(person);
    await person.goTo("Sessions & activity");
    const activity = person.section("Recent activity");
    await activity.getByText("Account deletion requested").waitFor();
    await activity.getByText("Account deletion cancelled").waitFor();
  });

  it("is said on every page until it is called off, which every page offers", async () => {
    const person = await comeSignedUp();
    await requestDeletion(person);
    await seesDeletionPending(person);
    const banner = person.section("Deletion of your account");
    expect(await banner.count()).toBe(0);
    for (const tab of ["Profile", "Security"] as const) {
      await person.goTo(tab);
      await banner.getByText("Your account will be deleted on").waitFor();
    }
    await person.press("Keep my account");
    await person.page.getByText("Your account stays.").waitFor();
    expect(await banner.count()).toBe(0);
    expect(await pendingDeletion(person)).toBeNull();
  });

  it.each([
    ["the button", (person: Person) => person.press("Cancel")],
    ["Escape", (person: Person) => person.page.keyboard.press("Escape")],
  ])(
    "does not come of a dialog that is left by %s: the focus is where it was",
    async (_name, leave) => {
      const person = await comeSignedUp();
      await person.press("Delete my account");
      await person.fillIn({ "Your password": PASSWORD });
      await leave(person);
      await dialogOf(person).waitFor({ state: "detached" });
      await person.hasFocusOn(person.page.getByRole("button", { name: "Delete my account" }));
      expect(await pendingDeletion(person)).toBeNull();
    },
  );

  it("asked for in another window already, is said to be on its way, with its day", async () => {
    const person = await comeSignedUp();
    const other = await person.context.newPage();
    await other.goto(`${fixture.origin}/account/data`);
    const button = other.getByRole("button", { name: "Delete my account" });
    await button.waitFor();
    await requestDeletion(person);
    await seesDeletionPending(person);
    await button.click();
    await other.getByLabel("Your password", { exact: true }).fill(PASSWORD);
    await other.getByRole("button", { name: "Request deletion" }).click();
    const section = other.getByRole("region", { name: DELETION, exact: true });
    await section.getByText("The deletion of this account is on its way already.").waitFor();
    await section.getByText("Your account will be deleted on").waitFor();

    await person.press("Keep my account");
    await seesDeletionOffered(person);
    await section.getByRole("button", { name: "Keep my account" }).click();
    await section.getByText("No deletion can be cancelled now.").waitFor();
    await section.getByRole("button", { name: "Delete my account" }).waitFor();
  });

  it("takes no password of a person who never had one, and a sign-in of today", async () => {
    const person = await fixture.person();
    await person.open("/");
    await person.signInByMail("Email me a code");
    await person.sees("Enter the code");
    await person.fillIn({ Code: await fixture.mailedCode(person.email) });
    await person.goTo("Data");
    fixture.service.clock.advance(DAY);
    await person.press("Delete my account");
    expect(await dialogOf(person).getByLabel("Your password", { exact: true }).count()).toBe(0);
    await person.press("Request deletion");
    const again = person.page.getByRole("dialog", { name: "Confirm that it is you" });
    await again.getByRole("button", { name: "Email me a code" }).click();
    const code = again.getByLabel("Code", { exact: true });
    await code.waitFor();
    await code.fill(await fixture.mailedCode(person.email));
    await seesDeletionPending(person);
    expect(await pendingDeletion(person)).not.toBeNull();
  });

  it("happens when the grace is over: signed out, and the email address is free", async () => {
    const person = await comeSignedUp();
    const before = (await fixture.user(person.email))!;
    await requestDeletion(person);
    await seesDeletionPending(person);
    fixture.service.clock.advance(GRACE - 1);
    await runDue();
    await person.page.reload();
    await person.signInByPassword();
    await person.sees("Data");
    await seesDeletionPending(person);

    fixture.service.clock.advance(1);
    await person.press("Keep my account");
    await person.section(DELETION).getByText("No deletion can be cancelled now.").waitFor();
    await runDue();
    await person.page.reload();
    await person.sees("Sign in");
    expect(await fixture.user(person.email)).toBeNull();
    await person.signInByPassword();
    expect(await person.refusal()).toContain("The email address or the password is wrong.");
    await person.signUp();
    await person.goTo("Data");
    await seesDeletionOffered(person);
    expect((await fixture.user(person.email))!.id).not.toBe(before.id);
  });
});

describe("a copy of one's data", () => {
  const whileMade = ({ page }: Person) =>
    page.getByRole("progressbar", { name: "Making your file" });

  const downloadButton = (page: Page) =>
    page.getByRole("button", { name: /^Download the file of/ });

  async function request(person: Person): Promise<void> {
    await person.press("Request my data");
    await whileMade(person).waitFor();
  }

  it("is asked for, watched across a reload until it is ready, and downloaded", async () => {
    const person = await comeSignedUp();
    await request(person);
    await person.page.reload();
    await whileMade(person).waitFor();
    await runDue();
    await person.section(DATA).getByRole("status").getByText("Your file is ready.").waitFor();
    const expiresAt = new Date(fixture.service.clock.now().getTime() + DAY).toISOString();
    expect(await person.section(DATA).getByRole("time").last().getAttribute("datetime")).toBe(
      expiresAt,
    );

    const [download] = await Promise.all([
      person.page.waitForEvent("download"),
      downloadButton(person.page).click(),
    ]);
    expect(download.suggestedFilename()).toBe("export.json");
    const { id } = (await fixture.user(person.email))!;
    expect(JSON.parse(await readFile(await download.path(), "utf8"))).toMatchObject({
      user: { id, email: person.email },
    });
    await person.goTo("Sessions & activity");
    const activity = person.section("Recent activity");
    await activity.getByText("Data export requested").waitFor();
    await activity.getByText("Data export downloaded").waitFor();
  });

  it("is found on another device, where the mail may lead", async () => {
    const person = await comeSignedUp();
    await request(person);
    await runDue();
    const other = await fixture.person({ userAgent: "Mozilla/5.0 (iPhone) Safari/604.1" });
    await other.open("/account#data");
    await other.signInByPassword(PASSWORD, person.email);
    await other.sees("Data");
    await other.hasFocusOn(other.page.getByRole("heading", { name: DATA }));
    const [download] = await Promise.all([
      other.page.waitForEvent("download"),
      downloadButton(other.page).click(),
    ]);
    expect(JSON.parse(await readFile(await download.path(), "utf8"))).toMatchObject({
      user: { email: person.email },
    });
  });

  it("is said to hold the sections that it holds", async () => {
    const person = await comeSignedUp();
    const words = await person.section(DATA).getByText("everything we hold about you").innerText();
    expect(words.split(": ")[1]).toBe(
      "profile, memberships, activity, sessions, deletion requests, export requests and subscriptions.",
    );
  });

  it("is watched no longer by a page that was left", async () => {
    const person = await fixture.person();
    const { page } = person;
    await person.stopTime();
    await person.comeSignedUp();
    await person.goTo("Data");
    const looks: string[] = [];
    page.on("request", (asked) => {
      if (LOOK.test(asked.url())) looks.push(asked.url());
    });
    await request(person);
    const looked = page.waitForResponse(LOOK);
    await page.clock.fastForward(60_000);
    await looked;
    await page.getByRole("link", { name: "Organization", exact: true }).click();
    await person.sees("Your organizations");
    const before = looks.length;
    expect(before).toBeGreaterThan(0);
    await page.clock.fastForward(60_000);
    await page.goBack();
    await whileMade(person).waitFor();
    expect(looks.length).toBe(before);
  });

  it("that expired while the page was open is said to have, and is asked for anew", async () => {
    const person = await comeSignedUp();
    await request(person);
    await runDue();
    await downloadButton(person.page).waitFor();
    fixture.service.clock.advance(DAY);
    await downloadButton(person.page).click();
    await person.section(DATA).getByText("Expired, and deleted").waitFor();
    await person.hasFocusOn(person.page.getByRole("heading", { name: DATA }));
    await request(person);
    await runDue();
    await downloadButton(person.page).waitFor();
  });

  it("that could not be made is said not to have been", async () => {
    const person = await comeSignedUp();
    await request(person);
    const { store } = fixture.service;
    const pending = (await store.exportRequests.findPending(
      (await fixture.user(person.email))!.id,
    ))!;
    const reason = "The export could not be made. Ask for a new one.";
    await store.transaction((tx) => tx.exportRequests.markFailed(pending.id, reason));
    await person.section(DATA).getByText(reason).waitFor();
    await person.page.getByRole("button", { name: "Request my data" }).waitFor();
  });

  it("belongs to one person: who signs in next in the same browser sees nothing of it", async () => {
    const person = await comeSignedUp();
    await request(person);
    await person.signOut();
    const next = `next-${person.email}`;
    await person.open("/sign-up");
    await person.fillIn({ Name: "Grace Hopper", "Email address": next, Password: PASSWORD });
    await person.press("Create account");
    await person.goTo("Data");
    await person.page.getByRole("button", { name: "Request my data" }).waitFor();
    expect(await whileMade(person).count()).toBe(0);
  });

  it("is refused in words to who has asked too often", async () => {
    const person = await comeSignedUp();
    const { id } = (await fixture.user(person.email))!;
    const { store, clock } = fixture.service;
    const limit = fixture.service.auth.policy.exportsPerDay;
    for (let spent = 0; spent < limit; spent++)
      await store.counters.spend(`exports/${id}`, limit, DAY, clock.now());
    await person.press("Request my data");
    expect(await person.refusal()).toContain("You can try again in");
  });
});
