import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";

/**
 * What axe has to say against the page as it is now: the rule, the element and what would mend it.
 */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>("axe.run()");
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}
