import { each, fetchPage } from "./page.js";

const DAY = { year: "numeric", month: "long", day: "numeric" } as const;
const CLOCK = { hour: "numeric", minute: "2-digit" } as const;
const FORMS: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  date: DAY,
  time: CLOCK,
  dateTime: { ...DAY, ...CLOCK },
};

/** Writes the times of a page in the zone of the reader. */
export const showTimes = (within: ParentNode): void =>
  each(
    "time[data-time]",
    (element) => {
      const instant = new Date(element.getAttribute("datetime") ?? "");
      const form = FORMS[element.dataset["time"] ?? ""];
      if (form && !Number.isNaN(instant.getTime()))
        element.textContent = new Intl.DateTimeFormat(document.documentElement.lang, form).format(
          instant,
        );
    },
    within,
  );

const STATUS_MS = 3_000;

/** Renews each element with `data-refresh` every three seconds, for as long as it has that. */
export function refreshStatus(): void {
  each("[data-refresh][id]", (element) => void renew(element, element.outerHTML));
}

async function renew(element: HTMLElement, before: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, STATUS_MS));
  const url = location.href.replace(/#.*/, "");
  const found = document.hidden ? null : (await fetchPage(url))?.getElementById(element.id);
  if (!found || found.outerHTML === before) return renew(element, before);
  const { outerHTML } = found;
  showTimes(found);
  element.replaceWith(found);
  if (found.hasAttribute("data-refresh")) return renew(found, outerHTML);
}
