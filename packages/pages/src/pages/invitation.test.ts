import { describe, expect, it } from "vitest";
import { enter } from "../../test/account-world.js";
import { plainText, type ShownPage } from "../../test/browser.js";
import { MEMBERS, MIA, NORA, openStudio, STUDIO } from "../../test/invitation-world.js";

const JOINED = `You've joined ${STUDIO} as a member.`;
const shown = ({ status, url, heading }: ShownPage) => [status, url, heading];

describe("joining", () => {
  it("is two screens for a new user: the invitation, and the code, which accepts it", async () => {
    const { newBrowser, invite, codeFor, auth, breaches } = await openStudio();
    const browser = newBrowser();
    const mailed = await browser.open(await invite());
    expect([mailed.status, mailed.heading]).toEqual([200, `Join ${STUDIO}`]);
    const said = plainText(mailed.html);
    expect(said).toContain(`${MIA} invited you to join ${STUDIO}`.replace(MIA, "Ada"));
    expect(said).toContain("A member sees the organization and its members.");
    expect(said).toContain(`Join as ${NORA}`);
    expect(browser.cookies.size).toBe(0);

    const code = await browser.submit(mailed, "/invitation");
    expect(shown(code)).toEqual([200, "/sign-in/code", `Join ${STUDIO}`]);
    expect(plainText(code.html)).toContain(`six digits to ${NORA}`);
    expect(plainText(code.html)).not.toContain("Change");
    const welcome = await browser.submit(code, "/sign-in/code", { code: await codeFor(NORA) });
    expect(shown(welcome)).toEqual([200, "/welcome", "What should we call you?"]);
    expect(plainText(welcome.html)).toContain(JOINED);
    const members = await browser.submit(welcome, "/welcome", { name: "Nora", choice: "later" });
    expect(shown(members)).toEqual([200, MEMBERS, "Members"]);
    expect(plainText(members.html)).toContain(`${NORA} Member`);
    expect(plainText(members.html)).toContain(JOINED);
    expect(browser.cookies.has("__Host-step")).toBe(false);
    await auth.settle({ within: 10_000 });
    expect(breaches).toEqual([]);
  });

  it("leads a user straight to the members, and works once", async () => {
    const world = await openStudio();
    await enter(world, NORA);
    world.clock.advance(1_000);
    const path = await world.invite();
    const browser = world.newBrowser();
    const mailed = await browser.open(path);
    const code = await browser.submit(mailed, "/invitation");
    const fields = { code: await world.codeFor(NORA) };
    const members = await browser.submit(code, "/sign-in/code", fields);
    expect(shown(members)).toEqual([200, MEMBERS, "Members"]);
    expect(plainText(members.html)).toContain(JOINED);
    expect(browser.cookies.get("__Host-last-way")).toBe("code");

    const replayed = await browser.submit(mailed, "/invitation");
    expect(shown(replayed)).toEqual([404, "/invitation", "This invitation has ended"]);
    expect((await world.newBrowser().open(path)).status).toBe(400);
  });

  it("takes one press of the user who is signed in with the invited address", async () => {
    const world = await openStudio();
    const nora = await enter(world, NORA);
    await nora.post("/new-organization", { name: "Own" });
    const members = await nora.submit(await nora.open(await world.invite()), "/invitation");
    expect(shown(members)).toEqual([200, MEMBERS, "Members"]);
    expect(plainText(members.html)).toContain(JOINED);
    const { html } = await nora.open("/account");
    expect(html).toContain(`aria-label="Organization: ${STUDIO}"`);
  });

  it("refuses after the sign-in what was cancelled meanwhile, and says so", async () => {
    const world = await openStudio();
    await enter(world, NORA);
    world.clock.advance(1_000);
    const browser = world.newBrowser();
    const code = await browser.submit(await browser.open(await world.invite()), "/invitation");
    const list = await world.mia.open("/organizations/nordlicht-studio/invitations");
    const cancel = /action="([^"]*\/cancel)"/.exec(list.html)?.[1] ?? "";
    await world.mia.submit(list, cancel);
    const refused = await browser.submit(code, "/sign-in/code", {
      code: await world.codeFor(NORA),
    });
    expect(shown(refused)).toEqual([200, "/organizations", "Your organizations"]);
    expect(plainText(refused.html)).toContain(
      `You haven't joined ${STUDIO}. This invitation isn't valid any more. Ask the person who invited you.`,
    );
    expect(refused.html).toMatch(/class="message warn"/);
  });
});
