import { describe, expect, it } from "vitest";
import { ADA, enter, openAccount, pathIn } from "../../../test/account-world.js";
import { plainText } from "../../../test/browser.js";

const BEN = "ben@example.com";

async function openOrganization() {
  const { world, browser } = await openAccount();
  const form = await browser.open("/new-organization");
  await browser.submit(form, "/new-organization", { name: "Nordlicht Studio" });
  return { world, ada: browser, at: "/organizations/nordlicht-studio" };
}

type Opened = Awaited<ReturnType<typeof openOrganization>>;

/** Invites Ben in a role, who joins from his list. */
async function join({ world, ada, at }: Opened, role = "member") {
  const ben = await enter(world, BEN);
  await ada.post(`${at}/invitations/new`, { emails: BEN, role });
  const list = await ben.open("/organizations");
  const joined = await ben.submit(list, pathIn(list.html, "/invitations/", "/accept"));
  return { ben, joined };
}

describe("organizations", () => {
  it("let those who may change a member manage them, and all others look", async () => {
    const opened = await openOrganization();
    const { joined } = await join(opened);
    expect(plainText(joined.html)).toContain("Owner View Ada");
    const own = await opened.ada.open(`${opened.at}/members`);
    expect(plainText(own.html)).toContain("Manage");
    expect(plainText(own.html)).not.toContain("View Ada");
  });

  it("are created by a name, and lead to their members", async () => {
    const { browser } = await openAccount();
    const none = await browser.open("/organizations");
    expect(plainText(none.html)).toContain("You're not in an organization yet.");
    const refused = await browser.send("/new-organization", { name: "" });
    expect([refused.status, plainText(refused.html)]).toEqual([
      400,
      expect.stringContaining("Enter a name."),
    ]);
    const made = await browser.post("/new-organization", { name: "Acme Labs", slug: "acme" });
    expect([made.url, made.heading]).toEqual(["/organizations/acme/members", "Members"]);
    expect(plainText(made.html)).toContain("ada@example.com");
    const taken = await browser.send("/new-organization", { name: "Other", slug: "acme" });
    expect([taken.status, plainText(taken.html)]).toEqual([
      409,
      expect.stringContaining("This URL is taken."),
    ]);
    expect(taken.html).toContain('value="Other"');
    const list = await browser.open("/organizations");
    expect(plainText(list.html)).toContain("Acme Labs Owner acme");
    expect((await browser.open("/organizations/acme")).url).toBe("/organizations/acme/members");
  });

  it("are the same unknown page to strangers and where there is none", async () => {
    const { world, at } = await openOrganization();
    const eve = await enter(world, "eve@example.com");
    const [foreign, unknown] = [
      await eve.ask("GET", `${at}/members`),
      await eve.ask("GET", "/organizations/none-such/members"),
    ];
    expect([foreign.status, foreign.heading]).toEqual([404, "Page not found"]);
    expect(unknown.status).toBe(404);
    expect(plainText(foreign.html)).toBe(plainText(unknown.html));
    const switched = await eve.send("/switch-organization", { id: "no-id" });
    expect(switched.status).toBe(404);
  });

  it("are switched to, and back to where one was", async () => {
    const { ada } = await openOrganization();
    const page = await ada.post("/new-organization", { name: "Second" });
    const id = /name="id" value="([^"]*)"/.exec(page.html)?.[1] ?? "";
    expect((await ada.post("/switch-organization", { id })).url).toBe(
      "/organizations/nordlicht-studio/members",
    );
    expect((await ada.post("/switch-organization", { id, next: "/account" })).url).toBe("/account");
  });
});

describe("members", () => {
  it("are found by the beginning of a name or an address", async () => {
    const { ada, at } = await openOrganization();
    const found = await ada.open(`${at}/members?q=AD`);
    expect(plainText(found.html)).toContain(`Ada You ${ADA} Owner`);
    expect(plainText((await ada.open(`${at}/members?q=zz`)).html)).toContain("No member matches.");
    expect(plainText((await ada.open(`${at}/members?q=a`)).html)).toContain("first two characters");
    expect((await ada.open(`${at}/members?cursor=nonsense`)).status).toBe(200);
  });

  it("keep an owner", async () => {
    const { ada, at } = await openOrganization();
    const list = await ada.open(`${at}/members`);
    const path = pathIn(list.html, `${at}/members/`);
    const page = await ada.open(path);
    expect([page.heading, plainText(page.html)]).toEqual([
      "Ada",
      expect.stringContaining("Also names owners, transfers, deletes."),
    ]);
    expect(page.html).not.toContain("/remove");
    const refused = await ada.send(`${path}/role`, { role: "member" });
    expect([refused.status, plainText(refused.html)]).toEqual([
      409,
      expect.stringContaining("An organization needs an owner."),
    ]);
    expect((await ada.open(`${at}/members/nonsense`)).status).toBe(404);
  });

  it("lead to the confirmation before owners change in an old session", async () => {
    const { world, ada, at } = await openOrganization();
    const path = pathIn((await ada.open(`${at}/members`)).html, `${at}/members/`);
    world.clock.advance(world.auth.policy.sessionFreshness + 1);
    expect((await ada.open(path)).html).toContain(`/confirm?next=${encodeURIComponent(path)}`);
    expect((await ada.ask("GET", `${path}/remove`)).location).toBe(
      `/confirm?next=${encodeURIComponent(`${path}/remove`)}`,
    );
  });

  it("get roles, look without changing, and are removed", async () => {
    const opened = await openOrganization();
    const { ada, at } = opened;
    const { ben, joined } = await join(opened);
    expect([joined.url, plainText(joined.html)]).toEqual([
      `${at}/members`,
      expect.stringContaining("You've joined Nordlicht Studio as a member."),
    ]);
    expect(joined.html).not.toMatch(/invitations|\/audit/);
    expect((await ben.ask("GET", `${at}/invitations/new`)).status).toBe(403);

    const list = await ada.open(`${at}/members?q=ben`);
    const path = pathIn(list.html, `${at}/members/`);
    expect((await ben.open(path)).html).not.toContain('type="radio"');
    const saved = await ada.submit(await ada.open(path), `${path}/role`, { role: "admin" });
    expect([saved.url, plainText(saved.html)]).toEqual([path, expect.stringContaining("Saved")]);

    const own = pathIn((await ben.open(`${at}/members?q=ada`)).html, `${at}/members/`);
    expect((await ben.send(`${own}/role`, { role: "member" })).status).toBe(403);
    const question = await ada.open(`${path}/remove`);
    expect(question.heading).toBe("Remove from Nordlicht Studio");
    const removed = await ada.submit(question, `${path}/remove`);
    expect(plainText(removed.html)).toContain("is no longer a member.");
    expect((await ben.ask("GET", `${at}/members`)).status).toBe(404);
  });
});
