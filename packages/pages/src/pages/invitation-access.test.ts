import { describe, expect, it } from "vitest";
import { enter, pathIn } from "../../test/account-world.js";
import { hiddenFields, plainText, type ShownPage } from "../../test/browser.js";
import { MEMBERS, MIA, NORA, openStudio, STUDIO, tokenIn } from "../../test/invitation-world.js";

const EVE = "eve@example.com";
const ENDED = [404, "/invitation", "This invitation has ended"];
const shown = ({ status, url, heading }: ShownPage) => [status, url, heading];

describe("an invitation of another address than the signed in one", () => {
  it("names both addresses, and continues as the invited one after signing out", async () => {
    const studio = await openStudio();
    const eve = await enter(studio, EVE);
    const mailed = await eve.open(await studio.invite());
    const said = plainText(mailed.html).replaceAll(/ (?=[.,])/g, "");
    expect(said).toContain(`The invitation is for ${NORA}, as a member.`);
    expect(said).toContain(`You're signed in as ${EVE}.`);
    expect(said).toContain(`Sign out and continue as ${NORA}`);
    expect(said).not.toContain("Join as");
    const session = eve.cookies.get("__Host-session");
    const code = await eve.submit(mailed, "/invitation");
    expect(shown(code)).toEqual([200, "/sign-in/code", `Join ${STUDIO}`]);
    expect(eve.cookies.has("__Host-session")).toBe(false);
    eve.cookies.set("__Host-session", session ?? "");
    expect((await eve.ask("GET", "/account")).location).toContain("/sign-in");
    eve.cookies.delete("__Host-session");
    const welcome = await eve.submit(code, "/sign-in/code", { code: await studio.codeFor(NORA) });
    expect(welcome.url).toBe("/welcome");
  });

  it("is not accepted by them, and ends no session unless they say so", async () => {
    const studio = await openStudio();
    const eve = await enter(studio, EVE);
    const token = tokenIn(await studio.invite());
    const asked = await eve.post("/invitation", { token });
    expect(shown(asked)).toEqual([200, "/invitation", `Join ${STUDIO}`]);
    expect(plainText(asked.html)).toContain(
      `The invitation is for ${NORA}. You're signed in as ${EVE}.`,
    );
    expect(asked.html).toMatch(new RegExp(`href="[^"]*/account"[^>]*><span>Stay signed in as`));
    expect(plainText((await eve.open("/organizations")).html)).not.toContain(STUDIO);
    const code = await eve.submit(asked, "/invitation");
    expect(code.url).toBe("/sign-in/code");
    expect(plainText((await eve.open("/account")).html)).not.toContain(EVE);
  });

  it("does not end the session of the invited user, who asks for it", async () => {
    const studio = await openStudio();
    const nora = await enter(studio, NORA);
    const token = tokenIn(await studio.invite());
    expect((await nora.post("/invitation", { token, switch: "1" })).url).toBe(MEMBERS);
    expect((await nora.open("/account")).url).toBe("/account");
  });
});

describe("the token of an invitation", () => {
  it("is moved out of the URL, and signs no one in", async () => {
    const studio = await openStudio();
    const browser = studio.newBrowser();
    const token = tokenIn(await studio.invite());
    const moved = await browser.ask("GET", `/invitation?token=${token}`);
    expect([moved.status, moved.location]).toEqual([303, "/invitation"]);
    const page = await browser.open("/invitation");
    expect(shown(page)).toEqual([200, "/invitation", `Join ${STUDIO}`]);
    expect(plainText(page.html)).toContain(`Ada invited you to join ${STUDIO}.`);
    expect(plainText(page.html)).toContain("Your role: Member Sees the organization");
    expect(page.html).not.toContain(token);
    expect(browser.cookies.has("__Host-session")).toBe(false);
    const code = await browser.submit(page, "/invitation");
    expect(shown(code)).toEqual([200, "/sign-in/code", `Join ${STUDIO}`]);
    expect(browser.cookies.has("__Host-session")).toBe(false);
  });

  it("that is dead, wrong, too long or of a reset says who to ask", async () => {
    const studio = await openStudio();
    const token = tokenIn(await studio.invite());
    await studio.mia.post("/forgot-password", { email: MIA });
    await studio.auth.settle({ within: 10_000 });
    const reset = new URL(studio.inbox.linkFor(MIA)).pathname.split("/").at(-1) ?? "";
    studio.clock.advance(8 * 24 * 60 * 60 * 1_000);
    const browser = studio.newBrowser();
    for (const each of [token, "none", "x".repeat(4_000), reset, ""]) {
      const posted = await browser.post("/invitation", { token: each });
      expect(shown(posted), each).toEqual(ENDED);
      expect(plainText(posted.html)).toContain("Ask the person who invited you for a new one.");
      const opened = await browser.open(`/invitation?token=${each}`);
      expect([opened.status, opened.heading], each).toEqual([404, ENDED[2]]);
    }
    expect(browser.cookies.has("__Host-step")).toBe(false);
  });

  it("that is wrong leaves a sign-in under way as it is, and one that has died ends its own", async () => {
    const studio = await openStudio();
    const browser = studio.newBrowser();
    await browser.post("/sign-in", { email: EVE });
    const step = browser.cookies.get("__Host-step");
    await browser.open("/invitation?token=none");
    await browser.post("/invitation", { token: "none" });
    expect(browser.cookies.get("__Host-step")).toBe(step);
    expect((await browser.open("/sign-in/code")).url).toBe("/sign-in/code");

    await browser.open(`/invitation?token=${tokenIn(await studio.invite())}`);
    const list = await studio.mia.open("/organizations/nordlicht-studio/invitations");
    await studio.mia.submit(list, pathIn(list.html, "/organizations/", "/cancel"));
    expect(shown(await browser.open("/invitation"))).toEqual(ENDED);
    expect(browser.cookies.has("__Host-step")).toBe(false);
  });

  it("does nothing without a button, and nothing for a form of another site", async () => {
    const studio = await openStudio();
    const path = await studio.invite();
    const nora = await enter(studio, NORA);
    for (const each of [path, `/invitation?token=${tokenIn(path)}`, "/invitation", path])
      await nora.open(each);
    const foreign = { origin: "https://evil.example" };
    const refused = await nora.send("/invitation", { token: tokenIn(path) }, foreign);
    expect(refused.status).toBe(403);
    expect(plainText((await nora.open("/organizations")).html)).toContain("Invitations for you");
  });
});

describe("/invitation", () => {
  it("starts again without an invitation, and leads a signed in user to the organizations", async () => {
    const studio = await openStudio();
    const browser = studio.newBrowser();
    const again = await browser.open("/invitation");
    expect([again.url, plainText(again.html)]).toEqual([
      "/sign-in",
      expect.stringContaining("That took too long. Start again."),
    ]);
    expect((await browser.post("/invitation", {})).url).toBe("/sign-in");
    expect((await browser.open("/invitation?error=state_mismatch")).url).toBe(
      "/sign-in?error=state_mismatch",
    );
    expect((await studio.mia.open("/invitation")).url).toBe("/organizations");
    expect((await studio.mia.post("/invitation", { switch: "1" })).url).toBe("/organizations");
    expect((await studio.mia.open("/account")).url).toBe("/account");
  });

  it("says by known codes only why a sign-in failed on the way", async () => {
    const studio = await openStudio();
    const browser = studio.newBrowser();
    await browser.open(`/invitation?token=${tokenIn(await studio.invite())}`);
    const known = await browser.open("/invitation?error=access_denied");
    expect(plainText(known.html)).toContain("That didn't sign you in.");
    const unknown = await browser.open("/invitation?error=You%20have%20won");
    expect(unknown.html).not.toMatch(/have won|role="alert"/);
  });

  it("keeps two tabs with two invitations apart", async () => {
    const studio = await openStudio();
    const browser = studio.newBrowser();
    const [first, second] = [await studio.invite(), await studio.invite(EVE)];
    const code = await browser.submit(await browser.open(first), "/invitation");
    const sent = await studio.codeFor(NORA);
    await browser.submit(await browser.open(second), "/invitation");
    const welcome = await browser.submit(code, "/sign-in/code", { code: sent });
    const members = await browser.submit(welcome, "/welcome", { choice: "later" });
    expect([members.url, plainText(members.html)]).toEqual([
      MEMBERS,
      expect.stringContaining(`${NORA} You Member`),
    ]);
  });

  it("takes the step of another browser for no proof", async () => {
    const studio = await openStudio();
    const eve = await enter(studio, EVE);
    const browser = studio.newBrowser();
    const code = await browser.submit(await browser.open(await studio.invite()), "/invitation");
    const { step = "" } = hiddenFields(code, "/sign-in/code");
    const asked = await eve.post("/invitation", { step });
    expect(plainText(asked.html)).toContain(`You're signed in as ${EVE}.`);
    const wrong = await eve.post("/sign-in/code", { step, code: "000000" });
    expect([wrong.status, wrong.heading]).toEqual([400, `Join ${STUDIO}`]);
    expect(plainText((await eve.open("/organizations")).html)).not.toContain(STUDIO);
  });

  it("answers the same for an address with an account and without one", async () => {
    const studio = await openStudio();
    await enter(studio, NORA);
    const answers = [];
    // One after the other: the newest mail of an address is its invitation.
    for (const email of [NORA, "nova@example.com"]) {
      const browser = studio.newBrowser();
      const { status, headers, cookies, html, location } = await browser.send("/invitation", {
        token: tokenIn(await studio.invite(email)),
      });
      const page = await browser.open("/sign-in/code");
      const plain = page.html
        .replaceAll(email, "EMAIL")
        .replaceAll(/name="step" value="[^"]*"/g, "STEP");
      const names = cookies.map((each) => each.replace(/=[^;]*/, ""));
      answers.push([status, [...headers.keys()], names, html, location, page.status, plain]);
    }
    expect(answers[0]).toEqual(answers[1]);
  });
});

describe("an invitation that cannot be accepted", () => {
  it("of an inviter who lost the right tells so after the sign-in, new users too", async () => {
    const studio = await openStudio();
    const browser = studio.newBrowser();
    const code = await browser.submit(await browser.open(await studio.invite()), "/invitation");
    const del = "/organizations/nordlicht-studio/delete";
    await studio.mia.submit(await studio.mia.open(del), del, { confirm: STUDIO });
    const welcome = await browser.submit(code, "/sign-in/code", {
      code: await studio.codeFor(NORA),
    });
    const reason = `You haven't joined ${STUDIO}. This invitation isn't valid any more.`;
    expect([welcome.url, plainText(welcome.html)]).toEqual([
      "/welcome",
      expect.stringContaining(reason),
    ]);
    const done = await browser.submit(welcome, "/welcome", { name: "Nora", choice: "later" });
    expect(done.url).toBe("/organizations");
  });

  it("for the limit of organizations says so, and stays open", async () => {
    const studio = await openStudio({ auth: { policy: { organizationsPerUser: 1 } } });
    const nora = await enter(studio, NORA);
    await nora.post("/new-organization", { name: "Own" });
    const refused = await nora.submit(await nora.open(await studio.invite()), "/invitation");
    expect([refused.url, plainText(refused.html)]).toEqual([
      "/organizations",
      expect.stringContaining(`You haven't joined ${STUDIO}. You've reached the limit for this.`),
    ]);
    expect(plainText(refused.html)).toContain("Invitations for you");
  });

  it("for a closed sign-up is refused at the code, and makes no account", async () => {
    const studio = await openStudio();
    const path = await studio.invite();
    const world = await studio.besides({ signUp: { who: "off" } });
    const browser = world.newBrowser();
    const code = await browser.submit(await browser.open(path), "/invitation");
    const refused = await browser.submit(code, "/sign-in/code", {
      code: await world.codeFor(NORA),
    });
    expect([refused.status, refused.heading]).toEqual([403, `Join ${STUDIO}`]);
    expect(browser.cookies.has("__Host-session")).toBe(false);
  });

  it("asks an address that is not verified for a code first", async () => {
    const studio = await openStudio();
    const browser = studio.newBrowser();
    await studio.signUp(browser, NORA);
    const code = await browser.submit(await browser.open(await studio.invite()), "/invitation");
    expect(shown(code)).toEqual([200, "/sign-in/code", `Join ${STUDIO}`]);
    const done = await browser.submit(code, "/sign-in/code", {
      code: await studio.codeFor(NORA),
    });
    expect(plainText(done.html)).toContain(`You've joined ${STUDIO} as a member.`);
  });
});
