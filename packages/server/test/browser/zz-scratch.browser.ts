import { it } from "vitest";
import { readFileSync, writeFileSync } from "node:fs";
import { openStage } from "/tmp/i3/packages/server/test/browser/stage.js";
import { MAILED_PAGES, signUp } from "/tmp/i3/packages/server/test/browser/mailed-links.js";
it("shoot", async () => {
  const stage = await openStage();
  const { service, browser } = stage;
  const long = `a.rather.long.local.part.of.an.address.that.goes.on@${"sub-domain-of-some-length.".repeat(4)}example.com`;
  const sheets: Record<string, string[]> = {};
  for (const scheme of ["light", "dark"] as const) for (const width of [390, 1280]) {
    const ctx = await browser.newContext({ colorScheme: scheme, viewport: { width, height: width === 390 ? 640 : 560 } });
    const page = await ctx.newPage();
    const shoot = async (name: string) => {
      const b = await page.screenshot();
      (sheets[`${scheme}-${width}`] ??= []).push(`<figure><figcaption>${name}</figcaption><img src="data:image/png;base64,${b.toString("base64")}" width="${width === 390 ? 390 : 720}"></figure>`);
    };
    for (const [name, p] of Object.entries(MAILED_PAGES)) {
      const m = await p.mail(service);
      await page.goto(m.link); await shoot(name);
      await page.keyboard.press("Tab"); await shoot(name + " focus");
      await page.getByRole("button").click(); await shoot(name + " done");
    }
    const l = await signUp(service, { email: scheme[0] + width + long });
    await page.goto(l.link); await shoot("long");
    await page.goto(service.url + "/api/auth/verify-email?token=x"); await shoot("dead");
    await page.goto(service.url + "/api/auth/error?error=state_mismatch"); await shoot("error");
    await page.goto(service.url + "/docs"); await shoot("docs");
    await ctx.close();
  }
  const ctx = await browser.newContext({ viewport: { width: 1640, height: 800 } });
  const page = await ctx.newPage();
  for (const [name, figs] of Object.entries(sheets)) {
    await page.setContent(`<style>body{display:flex;flex-wrap:wrap;gap:8px;margin:8px;background:#888}figure{margin:0}</style>${figs.join("")}`);
    await page.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: true });
  }
  await stage.close();
});
