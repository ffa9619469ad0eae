import { each, fetchPage, make, text } from "./page.js";

/** Shows the pages of links with `data-dialog` in a dialog; where that fails, as pages. */
export function openDialogs(enhance: (within: ParentNode) => void): void {
  let isOpening = false;
  document.addEventListener("click", (event) => {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
    const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[data-dialog]");
    if (!link || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    event.preventDefault();
    if (isOpening) return;
    isOpening = true;
    void fetchPage(link.href).then((page) => {
      isOpening = false;
      const main = page?.querySelector("main");
      if (!main) return location.assign(link.href);
      show(main, link, enhance);
    });
  });
}

function show(main: Element, link: HTMLElement, enhance: (within: ParentNode) => void): void {
  const dialog = make("dialog", { className: "dialog" });
  dialog.append(...document.adoptNode(main).childNodes);
  renameIds(dialog);
  const title = dialog.querySelector("h1, h2");
  if (title) {
    title.id ||= "in-dialog-title";
    dialog.setAttribute("aria-labelledby", title.id);
  }
  document.body.append(dialog);
  const cancel = cancelOf(dialog);
  const field = dialog.querySelector<HTMLElement>(
    "[autofocus], input:not([type=hidden]), select, textarea",
  );
  (field ?? cancel).autofocus = true;
  dialog.addEventListener("click", (event) => {
    const isCancel = event.target instanceof Node && cancel.contains(event.target);
    if (isCancel) event.preventDefault();
    if (isCancel || event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    link.focus();
  });
  enhance(dialog);
  dialog.showModal();
}

/** What puts an end to the dialog: its link "Cancel"; a button where it has none. */
function cancelOf(dialog: HTMLElement): HTMLElement {
  const back = [...dialog.querySelectorAll("a")].find(
    ({ textContent }) => textContent.trim() === text("cancel"),
  );
  if (back) return back;
  const button = make("button", {
    type: "button",
    className: "button quiet wide",
    textContent: text("cancel"),
  });
  dialog.append(button);
  return button;
}

/** The page below may have the same ids. */
function renameIds(within: ParentNode): void {
  each(
    "[id], [for], [aria-describedby], [aria-labelledby], [aria-controls], [data-copy]",
    (element) => {
      for (const name of ["id", "for", "aria-describedby", "aria-labelledby", "data-copy"]) {
        const ids = element.getAttribute(name);
        if (ids) element.setAttribute(name, ids.replace(/\S+/g, "in-dialog-$&"));
      }
    },
    within,
  );
}
