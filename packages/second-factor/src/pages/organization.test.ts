import { htmlFaults, pathIn, plainText, sectionText } from "@acme/auth-pages/testing";
import { expect, it } from "vitest";
import { enter, openFactorWorld, setUp } from "../../test/pages-world.js";

const AT = "/organizations/nordlicht";
const REQUIRE = `${AT}/settings/second-factor`;
const NEEDED = "/account/security/second-factor/needed";

/** Ada owns an organization in which Ben is a member. */
async function openOrganization() {
  const { world, browser } = await openFactorWorld();
  await browser.post("/new-organization", { name: "Nordlicht", slug: "nordlicht" });
  const ben = await enter(world, "ben@example.com");
  await browser.post(`${AT}/invitations/new`, { emails: "ben@example.com", role: "member" });
  const list = await ben.open("/organizations");
  await ben.submit(list, pathIn(list.html, "/invitations/", "/accept"));
  return { world, browser, ben };
}

it("an owner with two factors requires them of all members, and ends that", async () => {
  const { world, browser, ben } = await openOrganization();
  const settings = await browser.open(`${AT}/settings`);
  expect(sectionText(settings.html, "second-factor")).toContain("Up to each member");
  expect((await browser.ask("GET", REQUIRE)).location).toBe(NEEDED);
  await setUp(world, browser);
  const question = await browser.open(REQUIRE);
  expect(question.heading).toBe("Require two\u2011step verification?");
  expect(plainText(question.html)).toContain("One member can't work in Nordlicht until they");
  expect(await htmlFaults(question.html)).toEqual([]);
  const required = await browser.submit(question, REQUIRE);
  expect([required.url, sectionText(required.html, "second-factor")]).toEqual([
    `${AT}/settings`,
    expect.stringMatching(/is required\..*Required of every member/),
  ]);

  const shut = await ben.open(`${AT}/members`);
  expect([shut.url, shut.heading]).toEqual([NEEDED, "Two\u2011step verification needed"]);
  expect(plainText(shut.html)).toContain("Nordlicht Requires two-step verification");
  expect(shut.html).toContain(`href="${AT}/leave"`);
  expect(await htmlFaults(shut.html)).toEqual([]);
  const security = await ben.open("/account/security");
  expect(sectionText(security.html, "second-factor")).toContain(
    "Nordlicht requires two-step verification.",
  );
  await setUp(world, ben);
  expect((await ben.open(`${AT}/members`)).status).toBe(200);
  expect((await ben.ask("GET", NEEDED)).location).toBe("/account/security#second-factor");

  const waive = await browser.open(REQUIRE);
  const waived = await browser.submit(waive, REQUIRE);
  expect(sectionText(waived.html, "second-factor")).toContain("isn't required any more.");
  expect(world.breaches).toEqual([]);
});

it("members see what is required, and change nothing", async () => {
  const { ben } = await openOrganization();
  const settings = await ben.open(`${AT}/settings`);
  expect(sectionText(settings.html, "second-factor")).toBe(
    "Security What members have to prove to work here. Two-step verification Up to each member",
  );
  for (const answer of [
    await ben.ask("GET", REQUIRE),
    await ben.send(REQUIRE, { requireSecondFactor: "true" }),
  ])
    expect(answer.status).toBe(403);
});

it("a member who is shut out may leave", async () => {
  const { world, browser, ben } = await openOrganization();
  await setUp(world, browser);
  await browser.submit(await browser.open(REQUIRE), REQUIRE);
  const left = await ben.submit(await ben.open(`${AT}/leave`), `${AT}/leave`);
  expect([left.status, left.url]).toEqual([200, "/organizations"]);
});
