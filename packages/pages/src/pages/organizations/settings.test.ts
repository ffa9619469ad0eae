import { describe, expect, it, vi } from "vitest";
import { enter, openAccount, pathIn } from "../../../test/account-world.js";
import { plainText } from "../../../test/browser.js";

const AT = "/organizations/nordlicht";

async function openOrganization(role = "member") {
  const { world, browser } = await openAccount();
  await browser.post("/new-organization", { name: "Café Nord", slug: "nordlicht" });
  const ben = await enter(world, "ben@example.com");
  await browser.post(`${AT}/invitations/new`, { emails: "ben@example.com", role });
  const list = await ben.open("/organizations");
  await ben.submit(list, pathIn(list.html, "/invitations/", "/accept"));
  return { world, ada: browser, ben };
}

describe("settings", () => {
  it("change name and URL, and go on under the new one", async () => {
    const { ada } = await openOrganization();
    const page = await ada.open(`${AT}/settings`);
    const fault = await ada.send(`${AT}/settings`, { name: "Nord", slug: "No Slug" });
    expect([fault.status, plainText(fault.html)]).toEqual([
      400,
      expect.stringContaining("Enter a URL of lowercase letters"),
    ]);
    const saved = await ada.submit(page, `${AT}/settings`, { name: "Nord", slug: "nord" });
    expect([saved.url, plainText(saved.html)]).toEqual([
      "/organizations/nord/settings",
      expect.stringContaining("Saved"),
    ]);
  });

  it("are read by members, who may leave", async () => {
    const { ben } = await openOrganization();
    const page = await ben.open(`${AT}/settings`);
    expect(page.html).toMatch(/readonly/);
    expect(page.html).not.toMatch(/\/delete|\/transfer/);
    expect((await ben.send(`${AT}/settings`, { name: "Mine", slug: "mine" })).status).toBe(403);
    expect((await ben.ask("GET", `${AT}/delete`)).status).toBe(403);
    const left = await ben.submit(await ben.open(`${AT}/leave`), `${AT}/leave`);
    expect([left.url, plainText(left.html)]).toEqual([
      "/organizations",
      expect.stringContaining("You've left Café Nord."),
    ]);
    expect((await ben.ask("GET", `${AT}/leave`)).status).toBe(404);
  });

  it("do not let the last owner leave, and say how to", async () => {
    const { world, ada } = await openOrganization();
    const refused = await ada.send(`${AT}/leave`, {});
    expect([refused.status, refused.html]).toEqual([
      409,
      expect.stringContaining(`href="${AT}/transfer"`),
    ]);
    world.clock.advance(world.auth.policy.sessionFreshness + 1);
    for (const path of ["leave", "transfer", "delete"])
      expect((await ada.ask("GET", `${AT}/${path}`)).location).toBe(
        `/confirm?next=${encodeURIComponent(`${AT}/${path}`)}`,
      );
  });

  it("pass the ownership on", async () => {
    const { ada } = await openOrganization();
    const page = await ada.open(`${AT}/transfer`);
    const member = /<option value="([^"]*)"[^>]*>[^<]*ben@/.exec(page.html)?.[1] ?? "";
    expect((await ada.send(`${AT}/transfer`, { member: "nonsense" })).status).toBe(404);
    const done = await ada.submit(page, `${AT}/transfer`, { member });
    expect([done.url, plainText(done.html)]).toEqual([
      `${AT}/members`,
      expect.stringContaining("is the owner now."),
    ]);
    expect((await ada.ask("GET", `${AT}/transfer`)).status).toBe(403);
  });

  it("delete only what is named, in whichever composition", async () => {
    const { ada, ben } = await openOrganization();
    const page = await ada.open(`${AT}/delete`);
    expect(plainText(page.html)).toContain("2 members will lose access right away.");
    for (const confirm of ["", "cafe nord", "Café nord"]) {
      const refused = await ada.submit(page, `${AT}/delete`, { confirm });
      expect([refused.status, plainText(refused.html)]).toEqual([
        400,
        expect.stringContaining("Type Café Nord to confirm."),
      ]);
    }
    const done = await ada.submit(page, `${AT}/delete`, {
      confirm: ` ${"Café Nord".normalize("NFD")} `,
    });
    expect([done.url, plainText(done.html)]).toEqual([
      "/organizations",
      expect.stringContaining("Café Nord is deleted."),
    ]);
    expect((await ben.ask("GET", `${AT}/members`)).status).toBe(404);
  });

  it.each(["Nordlicht", "\u2068Nordlicht\u2069"])(
    "delete what is named as it is read: %j",
    async (confirm) => {
      const { ada } = await openOrganization();
      await ada.send(`${AT}/settings`, { name: "Nord\u202Elicht", slug: "nordlicht" });
      expect((await ada.send(`${AT}/delete`, { confirm })).location).toBe("/organizations");
      expect((await ada.ask("GET", `${AT}/delete`)).status).toBe(404);
    },
  );

  it("delete no organization to which the URL passes meanwhile, and none by its name", async () => {
    const { world, ada } = await openOrganization();
    await ada.post("/new-organization", { name: "Süd", slug: "sued" });
    const { organizations } = world.store;
    const read = organizations.listByUser.bind(organizations);
    const rename = (from: string, name: string, slug: string) =>
      ada.send(`/organizations/${from}/settings`, { name, slug });
    vi.spyOn(organizations, "listByUser").mockImplementationOnce(async (userId) => {
      const found = await read(userId);
      // Behind the look-up of the permission, before that of the name.
      await rename("nordlicht", "Café Nord", "cafe");
      await rename("sued", "Süd", "nordlicht");
      return found;
    });
    const refused = await ada.send(`${AT}/delete`, { confirm: "Süd" });
    expect([refused.status, plainText(refused.html)]).toEqual([
      400,
      expect.stringContaining("Type Café Nord to confirm."),
    ]);
    const list = plainText((await ada.open("/organizations")).html);
    for (const name of ["Café Nord", "Süd"]) expect(list).toContain(name);
  });
});
