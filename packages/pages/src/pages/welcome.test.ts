import type { UserFieldOptions } from "@acme/auth-core";
import { expect, it } from "vitest";
import { z } from "zod";
import { openWorld } from "../../test/open-world.js";
import { htmlFaults } from "../../test/valid-html.js";

const ADA = "ada@example.com";
const accepted = ["update-user"] as const;
const userFields: UserFieldOptions = {
  nickname: { schema: z.string().min(2, "Too short.").max(40), accepted, title: "Nickname" },
  seats: { schema: z.int("A whole number, please."), accepted, title: "Seats" },
  size: { schema: z.enum(["s", "m"]), accepted, title: "T-shirt" },
  news: { schema: z.boolean(), accepted, title: "News <by> mail", default: true },
  tags: { schema: z.array(z.string()), accepted, title: "Tags" },
  untitled: { schema: z.string(), accepted },
  plan: { schema: z.string(), shown: ["me"], title: "Plan" },
};

async function openWelcome() {
  const world = await openWorld({ auth: { userFields } });
  const browser = world.newBrowser();
  const welcome = await world.signIn(browser, ADA);
  const stored = async () => (await world.auth.users.findByEmail(world.addressOf(ADA)))?.fields;
  return { world, browser, welcome, stored };
}

it("the page asks for own fields that have a title and that the user may change, each as it is", async () => {
  const { welcome, world } = await openWelcome();
  expect(welcome.url).toBe("/welcome");
  expect(welcome.html).toMatch(/<input[^>]* name="nickname"[^>]* type="text"/);
  expect(welcome.html).toMatch(/<input[^>]* name="nickname"[^>]* maxlength="40"/);
  expect(welcome.html.match(/ maxlength=/g)).toHaveLength(1);
  expect(welcome.html).not.toMatch(/name="nickname"[^>]* required/);
  expect(welcome.html).toMatch(/<select[^>]* name="size"[^]*<option value="m"/);
  expect(welcome.html).toMatch(/type="checkbox"[^>]* name="news"[^>]* checked/);
  expect(welcome.html).toContain("News &lt;by&gt; mail");
  expect(await htmlFaults(welcome.html)).toEqual([]);
  for (const name of ["tags", "untitled", "plan"])
    expect(welcome.html).not.toContain(`name="${name}"`);
  expect(world.breaches).toEqual([]);
});

it("what is answered is kept, and what is left empty is not asked again of the schema", async () => {
  const { browser, welcome, stored, world } = await openWelcome();
  const answers = { name: "Ada", choice: "later", nickname: "countess", seats: "3", size: "" };
  const next = await browser.submit(welcome, "/welcome", { ...answers, plan: "team", tags: "x" });
  expect(next.url).toBe("/account");
  expect(await stored()).toEqual({ nickname: "countess", seats: 3, news: false });
  expect(world.breaches).toEqual([]);
});

it("what is cleared is emptied, and what a form does not send stays", async () => {
  const { browser, welcome, stored, world } = await openWelcome();
  const answers = { name: "Ada", choice: "later", nickname: "countess", seats: "3", size: "m" };
  await browser.submit(welcome, "/welcome", { ...answers, news: "on" });
  expect(await stored()).toEqual({ nickname: "countess", seats: 3, size: "m" });
  const again = await browser.open("/welcome");
  expect(again.html).toContain('value="countess"');
  await browser.submit(again, "/welcome", { name: "", choice: "later", nickname: "", news: "on" });
  expect(await stored()).toEqual({ seats: 3, size: "m" });
  const cleared = { name: "", choice: "later", nickname: " ", seats: "", size: "", news: "on" };
  await browser.submit(await browser.open("/welcome"), "/welcome", cleared);
  expect(await stored()).toBeUndefined();
  expect(world.breaches).toEqual([]);
});

it("without an answer nothing is written", async () => {
  const { browser, welcome, stored } = await openWelcome();
  await browser.submit(welcome, "/welcome", { name: "", choice: "later", news: "on" });
  expect(await stored()).toBeUndefined();
});

it("what a schema refuses is said below the field in its words, with what was typed", async () => {
  const { browser, welcome, stored } = await openWelcome();
  const typed = { name: "Ada", choice: "later", nickname: "a", seats: "many", news: "on" };
  const again = await browser.submit(welcome, "/welcome", typed);
  expect(again.html).toMatch(/id="nickname-field-error"[^]*Too short\./);
  expect(again.html).toMatch(/id="seats-field-error"[^]*A whole number, please\./);
  expect(again.html).toContain('value="many"');
  expect(again.html.match(/ autofocus/g)).toHaveLength(1);
  expect(await htmlFaults(again.html)).toEqual([]);
  expect(await stored()).toBeUndefined();
});

it("a box that was unticked is not ticked again in a form that is refused", async () => {
  const { browser, welcome, stored } = await openWelcome();
  const typed = { name: "Ada", choice: "later", nickname: "a", seats: "", size: "" };
  const again = await browser.submit(welcome, "/welcome", typed);
  expect(again.html).toMatch(/id="nickname-field-error"/);
  expect(again.html).toMatch(/type="checkbox"[^>]* name="news"/);
  expect(again.html).not.toMatch(/name="news"[^>]* checked/);
  const ticked = await browser.submit(again, "/welcome", { ...typed, news: "on" });
  expect(ticked.html).toMatch(/name="news"[^>]* checked/);
  expect(await stored()).toBeUndefined();
});

it("what was typed is shown again whatever the field is called", async () => {
  const zip = { schema: z.string().max(5, "Too long."), accepted, title: "Zip" };
  const world = await openWorld({ auth: { userFields: { zipCode: zip } } });
  const browser = world.newBrowser();
  const welcome = await world.signIn(browser, ADA);
  const typed = { name: "Ada", choice: "later", zipCode: "1234567" };
  const again = await browser.submit(welcome, "/welcome", typed);
  expect(again.html).toMatch(/id="zipCode-field-error"[^]*Too long\./);
  expect(again.html).toContain('value="1234567"');
});

it("what no form could send, or offers no more, stays where the form is sent as it is", async () => {
  const { browser, welcome, stored, world } = await openWelcome();
  const caller = { name: "Ada", choice: "later", nickname: "countess", seats: "3", size: "m" };
  await browser.submit(welcome, "/welcome", caller);
  const user = await world.auth.users.findByEmail(world.addressOf(ADA));
  const fields = { nickname: " first\nsecond " };
  await world.auth.users.setFields(user!.id, { fields, operator: "jane: 4711" });
  // Stored before the schema lost the option.
  await world.store.transaction(async (tx) => {
    const locked = await tx.users.lock(user!.id);
    const before = { ...locked!.fields, ...fields, size: "xl" };
    await tx.users.updateFields(user!.id, before as never, world.clock.now());
  });
  const page = await browser.open("/welcome");
  expect(page.html).toMatch(/<option value="xl" selected/);
  const [, offered] = /<select[^>]* name="size"[^>]*>([^]*?)<\/select>/.exec(page.html) ?? [];
  const options = [...(offered ?? "").matchAll(/value="([^"]*)"/g)].map(([, value]) => value);
  expect(options, "in the order of the schema").toEqual(["", "s", "m", "xl"]);
  const sent = { ...caller, nickname: " firstsecond ", size: "xl", news: "on" };
  await browser.submit(page, "/welcome", sent);
  expect(await stored()).toMatchObject({ ...fields, size: "xl" });
});
