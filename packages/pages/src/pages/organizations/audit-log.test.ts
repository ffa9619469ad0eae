import { describe, expect, it } from "vitest";
import { openAccount } from "../../../test/account-world.js";
import { plainText } from "../../../test/browser.js";

const AT = "/organizations/nordlicht/audit";

async function openOrganization() {
  const { world, browser } = await openAccount();
  await browser.post("/new-organization", { name: "Nordlicht", slug: "nordlicht" });
  await browser.post("/organizations/nordlicht/invitations/new", {
    emails: "nora@example.com",
    role: "member",
  });
  return { world, ada: browser };
}

const rowsOf = (html: string): readonly string[] =>
  [...html.matchAll(/<li class="row">.*?<\/li>/gs)].map(([row]) => plainText(row));

describe("the audit log", () => {
  it("shows who did what to whom, with device and address folded away", async () => {
    const { world, ada } = await openOrganization();
    const page = await ada.open(AT);
    expect(page.heading).toBe("Audit log");
    const rows = rowsOf(page.html);
    expect(rows).toHaveLength(3);
    expect(rows.join("\n")).toMatch(/Ada.*nora@example\.com.*Details.*192\.0\.2\.1/);
    expect(world.breaches).toEqual([]);
  });

  it("is filtered by event, member and days", async () => {
    const { world, ada } = await openOrganization();
    expect(rowsOf((await ada.open(`${AT}?event=invitation.created`)).html)).toHaveLength(1);
    const day = world.auth.clock.now().toISOString().slice(0, 10);
    expect(rowsOf((await ada.open(`${AT}?from=${day}&to=${day}`)).html)).toHaveLength(3);
    const none = await ada.open(`${AT}?to=2000-01-01`);
    expect((await ada.open(AT)).html).toContain('<details class="folded"><summary>Filter');
    expect(none.html).toContain('<details class="folded" open><summary>Filter');
    expect(none.html).not.toContain("(optional)");
    expect(plainText(none.html)).toContain("No entries match.");
    expect(none.html).toContain('value="2000-01-01"');
    for (const hostile of ["from=0000-00-00", "to=9999-12-31", "actor=-", "event=x", "cursor=x"])
      expect((await ada.open(`${AT}?${hostile}`)).status).toBe(200);
  });

  it("streams as a file what the filter leaves, and enters each download", async () => {
    const { world, ada } = await openOrganization();
    const path = `${AT}/download?format=csv&event=invitation.created`;
    expect((await ada.open(`${AT}?event=invitation.created`)).html).toContain(
      `event=invitation.created&amp;format=csv`,
    );
    const head = await ada.ask("HEAD", path);
    const file = await ada.ask("GET", path);
    for (const { status, headers } of [head, file])
      expect([status, headers.get("content-disposition"), headers.get("cache-control")]).toEqual([
        200,
        'attachment; filename="audit-log.csv"',
        "no-store",
      ]);
    await world.auth.settle({ within: 10_000 });
    expect(rowsOf((await ada.open(`${AT}?event=audit.exported`)).html)).toHaveLength(1);
    expect((await ada.ask("GET", `${AT}/download?format=xls`)).status).toBe(404);
    expect((await world.newBrowser().ask("GET", path)).location).toContain("/sign-in?next=");
    expect(world.breaches).toEqual([]);
  });
});
