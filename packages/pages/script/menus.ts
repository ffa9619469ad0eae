const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Arrow keys, Home and End go through an open menu; down and up open it. */
export function moveInMenus(): void {
  document.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    const { target } = event;
    if (!step || !(target instanceof HTMLElement)) return;
    const opened = target.getAttribute("popovertarget");
    const menu = opened ? document.getElementById(opened) : target.closest<HTMLElement>(".menu");
    if (!menu || (opened && !event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    if (opened && !menu.matches(":popover-open")) target.click();
    const entries = [...menu.querySelectorAll<HTMLElement>("a[href], button")];
    entries[step(entries.indexOf(target), entries.length)]?.focus();
  });
}
