import { describe, expect, it } from "vitest";
import { enter, openAccount, pathIn } from "../../../test/account-world.js";
import { plainText } from "../../../test/browser.js";

const AT = "/organizations/nordlicht/invitations";

async function openOrganization() {
  const { world, browser } = await openAccount();
  await browser.post("/new-organization", { name: "Nordlicht", slug: "nordlicht" });
  return { world, ada: browser };
}

describe("invitations", () => {
  it("are sent to several addresses, and keep those that were refused", async () => {
    const { world, ada } = await openOrganization();
    const form = await ada.open(`${AT}/new`);
    expect(form.heading).toBe("Invite people");
    expect(form.html).toMatch(/<textarea[^>]* autofocus/);
    const partly = await ada.submit(form, `${AT}/new`, {
      emails: "nora@example.com, ben@example.com\nnobody ada@example.com;mia@example.com",
      role: "admin",
    });
    expect([partly.status, partly.html]).toEqual([
      400,
      expect.stringContaining("<title>Error: Invite people – Nordlicht"),
    ]);
    const said = plainText(partly.html);
    expect(said).toContain("3 invited.");
    expect(said).toMatch(/nobody: This isn't an email address\./);
    expect(said).toMatch(/ada@example\.com: This person is already a member\./);
    expect(partly.html).toMatch(/<textarea[^>]*>\s*nobody\nada@example\.com<\/textarea>/);
    expect(partly.html).toMatch(/value="admin"[^>]* checked/);

    const list = plainText((await ada.open(AT)).html);
    for (const each of ["nora", "ben", "mia"]) expect(list).toContain(`${each}@example.com Admin`);
    await world.auth.settle({ within: 10_000 });
    expect(world.breaches).toEqual([]);
  });

  it.each([
    ["none", { emails: " ,\n", role: "member" }, "Enter one email address or more."],
    [
      "too many",
      {
        emails: Array.from({ length: 21 }, (_, n) => `a${n}@example.com`).join(" "),
        role: "member",
      },
      "Enter 20 email addresses at most.",
    ],
    ["an unknown role", { emails: "nora@example.com", role: "king" }, "Choose a role."],
  ])("refuse %s", async (_, fields, says) => {
    const { ada } = await openOrganization();
    const refused = await ada.send(`${AT}/new`, fields);
    expect([refused.status, plainText(refused.html)]).toEqual([400, expect.stringContaining(says)]);
    expect(plainText((await ada.open(AT)).html)).toContain("No pending invitations");
  });

  it("are sent again, cancelled, and told as ended", async () => {
    const { ada } = await openOrganization();
    const sent = await ada.post(`${AT}/new`, { emails: "nora@example.com", role: "member" });
    expect([sent.url, plainText(sent.html)]).toEqual([AT, expect.stringContaining("1 invited")]);
    const again = await ada.submit(sent, pathIn(sent.html, `${AT}/`, "/resend"));
    expect(plainText(again.html)).toContain("We've sent a new link to nora@example.com.");
    const cancel = pathIn(again.html, `${AT}/`, "/cancel");
    const cancelled = await ada.submit(again, cancel);
    expect(plainText(cancelled.html)).toContain("The invitation to nora@example.com is cancelled.");
    expect(plainText(cancelled.html)).toMatch(/Ended nora@example\.com Cancelled/);
    const gone = await ada.send(cancel, {});
    expect([gone.status, plainText(gone.html)]).toEqual([
      404,
      expect.stringContaining("This invitation isn't pending any more."),
    ]);
  });

  it("are declined by who is invited, and cannot be answered by another", async () => {
    const { world, ada } = await openOrganization();
    const nora = await enter(world, "nora@example.com");
    await ada.post(`${AT}/new`, { emails: "nora@example.com", role: "member" });
    const list = await nora.open("/organizations");
    expect(plainText(list.html)).toContain("Nordlicht Invited by Ada");
    const accept = pathIn(list.html, "/invitations/", "/accept");
    const eve = await enter(world, "eve@example.com");
    expect((await eve.send(accept, {})).status).toBe(404);
    const declined = await nora.submit(list, accept.replace("accept", "decline"));
    expect(plainText(declined.html)).toContain("You've declined the invitation to Nordlicht.");
    expect((await nora.send(accept, {})).status).toBe(404);
  });

  it("make owners only in a fresh session", async () => {
    const { world, ada } = await openOrganization();
    world.clock.advance(world.auth.policy.sessionFreshness + 1);
    const refused = await ada.send(`${AT}/new`, { emails: "nora@example.com", role: "owner" });
    expect(refused.location).toBe(`/confirm?next=${encodeURIComponent(`${AT}/new`)}`);
    expect(
      (await ada.send(`${AT}/new`, { emails: "nora@example.com", role: "admin" })).status,
    ).toBe(303);
  });
});
