import { describe, expect, it } from "vitest";
import { plainText } from "../../test/browser.js";
import { openWorld } from "../../test/open-world.js";

const ADA = "ada@example.com";

describe("the page of a mailed link", () => {
  it("mails a link as another way than the code, again on demand, and leads back to the code", async () => {
    const world = await openWorld();
    const browser = world.newBrowser();
    expect((await browser.open("/sign-in/link")).url).toBe("/sign-in");
    const code = await browser.post("/sign-in", { email: ADA });
    expect(plainText(code.html)).toContain("Use another way");
    expect((await browser.open("/sign-in/link")).url).toBe("/sign-in/code");
    const sent = await browser.submit(code, "/sign-in/link");
    expect([sent.url, sent.heading]).toEqual(["/sign-in/link", "Check your email"]);
    expect(sent.html).toContain('data-wait="60"');
    expect(plainText(sent.html)).toContain(`We emailed a link to ${ADA}.`);
    expect((await browser.submit(sent, "/sign-in/link")).url).toBe("/sign-in/link");
    await world.auth.settle({ within: 10_000 });
    expect(world.inbox.linkFor(ADA)).toContain("magic-link");
    const back = await browser.submit(sent, "/sign-in/code/resend");
    expect(back.url).toBe("/sign-in/code");
  });
});
