import { html } from "@acme/auth-http";
import { addVirtualAuthenticator, type VirtualAuthenticator } from "@acme/auth-testing/playwright";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { SCRIPT } from "../../src/generated/script.js";
import type { Kit } from "../../src/kit.js";
import type { PageContent } from "../../src/layouts/document.js";
import { button, dialogLink } from "../../src/parts/buttons.js";
import { field } from "../../src/parts/fields.js";
import { form, hiddenField } from "../../src/parts/forms.js";
import { compressFile } from "../../src/platform/files.js";
import { servedWorld } from "./served-world.js";

/** A page with the parts that no page of the package has together. */
const parts = (_view: object, kit: Kit): PageContent => ({
  title: "Parts",
  content: html`<h1>Parts</h1>
    ${form(
      {
        action: kit.page("look"),
        next: kit.here,
        script: "first",
        content: [
          field(
            {
              name: "email",
              label: "Email",
              autocomplete: "username webauthn",
              isOptional: true,
            },
            kit,
          ),
          field(
            {
              name: "secret",
              label: "Secret",
              type: "password",
              autocomplete: "new-password",
              isOptional: true,
            },
            kit,
          ),
          button({ label: "Send", script: "send" }),
        ],
      },
      kit,
    )}
    ${form(
      {
        action: kit.page("look"),
        next: kit.here,
        content: html`${hiddenField("credential", "")}<button
            type="submit"
            data-passkey="sign-in"
            hidden
          >
            Use a passkey
          </button>`,
      },
      kit,
    )}
    <p id="key">abc-def</p>
    <button type="button" data-copy="key" hidden>Copy</button>
    <time datetime="2026-03-03T23:30:00.000Z" data-time="dateTime">March 3, 2026, UTC</time>
    <form data-wait="90" action="/look" method="post">
      <button type="submit">Resend</button>
    </form>
    ${dialogLink({ label: "Sign out", href: kit.page("signOut") })}`,
});

/** Presses twice what sends the first form, and notes whether it said that it is busy. */
const PRESS_TWICE = `{
  const send = document.querySelector("[data-script=send]");
  const note = () => sessionStorage.setItem("busy", send.getAttribute("aria-busy"));
  new MutationObserver(note).observe(send, { attributes: true });
  send.click();
  send.click();
}`;

/** Keeps what the device is told of unknown passkeys, and tells it. */
const NOTE_SIGNALS = `{
  const tell = PublicKeyCredential.signalUnknownCredential;
  PublicKeyCredential.signalUnknownCredential = async function (signal) {
    const told = JSON.parse(localStorage.getItem("told") ?? "[]");
    localStorage.setItem("told", JSON.stringify([...told, signal]));
    return tell.call(this, signal);
  };
}`;

const running = servedWorld({ pages: { templates: { goodbye: parts } } });

/** What the page sends to `/look`, as it comes. */
function sentBy(page: Page): readonly URLSearchParams[] {
  const sent: URLSearchParams[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/look"))
      sent.push(new URLSearchParams(request.postData() ?? ""));
  });
  return sent;
}

/**
 * Leaves the offer of the page before, and goes to one that `device` answers at once: it may lead
 * on before it has loaded, which `goto` takes for a failure.
 */
async function comeBackTo(page: Page, device: VirtualAuthenticator, path: string): Promise<void> {
  const origin = new URL(page.url()).origin;
  await page.goto("about:blank");
  await device.attend(true);
  await page.evaluate(`setTimeout(() => location.assign(${JSON.stringify(origin + path)}))`);
}

/** Signs in by code, whose sixth digit sends it. */
async function signIn(page: Page, email: string, hasScript = true): Promise<void> {
  const { world } = running();
  await page.goto("/sign-in");
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.waitForURL("**/sign-in/code");
  const code = await world.codeFor(email);
  if (hasScript)
    await page.getByRole("button", { name: /^Resend \((0:|1:0)\d/, disabled: true }).waitFor();
  else await page.locator("noscript").waitFor();
  await page.getByLabel("Code").pressSequentially(`${code.slice(0, 3)} ${code.slice(3)}`);
  if (!hasScript) await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/welcome");
  await page.locator("[name=name]").fill("Ada");
  await page.getByRole("button", { name: "Not now" }).click();
  await page.waitForURL("**/account");
}

describe("the script", () => {
  it("is small", () => {
    expect(compressFile(SCRIPT).gzip.length).toBeLessThanOrEqual(4_000);
  });

  it("sends a code with its sixth digit, and adds a passkey", async () => {
    const { context, complaints } = await running().visitor();
    const page = await context.newPage();
    const device = await addVirtualAuthenticator(page);
    await signIn(page, "ada@example.com");
    await page.goto("/account/security/passkeys/new");
    const add = page.getByRole("button", { name: "Add a passkey" });
    await device.recognise(false);
    await add.click();
    expect(await page.getByRole("alert").textContent()).toContain("cancelled or timed out");
    await device.recognise(true);
    await add.click();
    await page.waitForURL("**/account/security#passkeys");
    expect(await page.getByText("Passkey added", { exact: true }).isVisible()).toBe(true);
    expect(complaints).toEqual([]);
    await page.goto("/account/security/passkeys/new");
    await add.click();
    await expect
      .poll(() => page.getByRole("alert").textContent())
      .toBe("This device already has a passkey for your account.");
    // It is offered in the field of the address, where the page comes back again and again.
    const received = sentBy(page);
    await comeBackTo(page, device, "/goodbye");
    await expect.poll(() => received.length).toBeGreaterThan(0);
    await device.attend(false);
    expect(JSON.parse(received[0]?.get("credential") ?? "")).toMatchObject({
      type: "public-key",
      response: { clientDataJSON: /./, signature: /./ },
    });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("offers a passkey after the sign-out, and signs in only who chooses it", async () => {
    const { context } = await running().visitor();
    const page = await context.newPage();
    const device = await addVirtualAuthenticator(page);
    await signIn(page, "gil@example.com");
    await page.goto("/account/security/passkeys/new");
    await expect.poll(() => page.evaluate("document.activeElement?.name")).toBe("name");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.waitForURL("**/account/security#passkeys");
    await device.attend(false);
    await page.goto("/sign-out");
    await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL("**/sign-in");
    await device.offered();
    expect(new URL(page.url()).pathname).toBe("/sign-in");
    await page.goto("/account");
    expect(new URL(page.url()).pathname).toBe("/sign-in");
    // An authenticator whose owner is always there chooses at once.
    running().world.clock.advance(1_000);
    await comeBackTo(page, device, "/sign-in");
    await page.waitForURL("**/account");
    await context.close();
  });

  it("tells the device of a passkey that the service does not know any more", async () => {
    const { context } = await running().visitor();
    const page = await context.newPage();
    await page.addInitScript(NOTE_SIGNALS);
    const told = async (): Promise<readonly unknown[]> =>
      JSON.parse(await page.evaluate<string>(`localStorage.getItem("told") ?? "[]"`)) as unknown[];
    const device = await addVirtualAuthenticator(page);
    await signIn(page, "fay@example.com");
    await page.goto("/account/security/passkeys/new");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.waitForURL("**/account/security#passkeys");
    const { auth, store, addressOf } = running().world;
    const fay = await auth.users.findByEmail(addressOf("fay@example.com"));
    if (!fay) throw new Error("there is no such user");
    const [passkey] = await store.passkeys.listByUser(fay.id);
    await store.passkeys.deleteFor(fay.id);
    await device.attend(false);
    await page.goto("/sign-out");
    await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL("**/sign-in**");
    expect(await told()).toEqual([]);
    // The device answers the offer in the field of the address by itself.
    await comeBackTo(page, device, "/sign-in");
    await page.getByText("This passkey isn't known here.").waitFor();
    await device.attend(false);
    const signal = { rpId: "localhost", credentialId: passkey?.credentialId };
    await expect.poll(async () => (await told().catch(() => []))[0]).toEqual(signal);
    await context.close();
  });

  it("disables Save until something has changed", async () => {
    const { context, complaints } = await running().visitor();
    const page = await context.newPage();
    await signIn(page, "ben@example.com");
    const save = page.getByRole("button", { name: "Save" });
    expect(await save.isDisabled()).toBe(true);
    await page.locator("[name=name]").fill("Ben");
    expect(await save.isDisabled()).toBe(false);
    await page.locator("[name=name]").fill("Ada");
    expect(await save.isDisabled()).toBe(true);
    // Arrow keys go through a menu.
    await page.getByRole("button", { name: "Account menu" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Preferences");
    await page.keyboard.press("End");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Sign out");
    await page.keyboard.press("Escape");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("shows a page in a dialog, and gives the focus back", async () => {
    const { context, complaints } = await running().visitor();
    const page = await context.newPage();
    await signIn(page, "cleo@example.com");
    await page.goto("/goodbye");
    const link = page.getByRole("link", { name: "Sign out" });
    const dialog = page.getByRole("dialog");
    await link.click();
    await dialog.waitFor();
    expect(page.url()).toContain("/goodbye");
    await page.keyboard.press("Escape");
    expect(await dialog.count()).toBe(0);
    expect(await page.evaluate("document.activeElement.textContent")).toContain("Sign out");
    await link.click();
    await dialog.getByRole("link", { name: "Cancel" }).click();
    expect(await dialog.count()).toBe(0);
    await link.click();
    await dialog.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL("**/sign-in");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("writes times in the reader's zone, counts down, shows passwords and copies", async () => {
    const { context, complaints } = await running().visitor({
      timezoneId: "Asia/Tokyo",
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const page = await context.newPage();
    await page.goto("/goodbye");
    expect(await page.locator("time").textContent()).toBe("March 4, 2026 at 8:30 AM");
    const resend = page.getByRole("button", { name: /^Resend/ });
    expect(await resend.isDisabled()).toBe(true);
    expect(await resend.textContent()).toMatch(/^Resend \(1:\d\d\)$/);
    await page.getByRole("button", { name: "Show password" }).click();
    expect(await page.locator("[name=secret]").getAttribute("type")).toBe("text");
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("abc-def");
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("sends a form once, and says that it is busy", async () => {
    const { context, complaints } = await running().visitor();
    const page = await context.newPage();
    const received = sentBy(page);
    await page.route("**/look", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    });
    await page.goto("/goodbye");
    await page.locator("[name=email]").fill("slow@example.com");
    await page.evaluate(PRESS_TWICE);
    await expect.poll(() => page.evaluate("sessionStorage.getItem('busy')")).toBe("true");
    await page.waitForURL("**/goodbye");
    expect(received).toHaveLength(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("is not needed", async () => {
    const { context } = await running().visitor({ javaScriptEnabled: false });
    const page = await context.newPage();
    await signIn(page, "dora@example.com", false);
    expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(false);
    await page.goto("/account/security/passkeys/new");
    expect(await page.locator("noscript p").textContent()).toBe("Passkeys need JavaScript.");
    expect(await page.locator("[data-passkey]").isVisible()).toBe(false);
    await context.close();
  });
});
