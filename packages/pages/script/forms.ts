import { each, make, text } from "./page.js";

const BUSY_MS = 300;
const sent = new Set<HTMLFormElement>();

/** A form is sent once; the button that sent it says so when the answer takes its time. */
export function sendOnce(): void {
  document.addEventListener("submit", (event) => {
    const { target, submitter, defaultPrevented } = event;
    if (!(target instanceof HTMLFormElement) || target.method !== "post" || defaultPrevented)
      return;
    if (sent.has(target)) event.preventDefault();
    if (event.defaultPrevented) return;
    sent.add(target);
    setTimeout(() => {
      if (sent.has(target)) submitter?.setAttribute("aria-busy", "true");
    }, BUSY_MS);
  });
  // Back to a page that the browser has kept as it was.
  addEventListener("pageshow", () => {
    sent.clear();
    each("[aria-busy]", (element) => element.removeAttribute("aria-busy"));
  });
}

/** Sends a code with its sixth digit. */
export function sendCodes(within: ParentNode): void {
  each(
    'input[data-script="code"]',
    (input) =>
      input.addEventListener("input", () => {
        if (!(input instanceof HTMLInputElement)) return;
        const code = input.value.replace(/[\s-]/g, "");
        if (!/^\d{6}$/.test(code)) return;
        input.value = code;
        input.form?.requestSubmit();
      }),
    within,
  );
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const hasChanged = (control: Control): boolean =>
  control instanceof HTMLSelectElement
    ? [...control.options].some((option) => option.selected !== option.defaultSelected)
    : "checked" in control && /radio|checkbox/.test(control.type)
      ? control.checked !== control.defaultChecked
      : control.value !== control.defaultValue;

/** "Save" can be pressed once something has changed, and after a refusal. */
export function watchSaving(within: ParentNode): void {
  each(
    'button[data-script="save"]',
    (button) => {
      const form = button.closest("form");
      if (!(button instanceof HTMLButtonElement) || !form) return;
      const isRefused = document.querySelector('[aria-invalid="true"], .message[role="alert"]');
      const controls = [...form.querySelectorAll<Control>("input, textarea, select")];
      const look = () => {
        button.disabled = !isRefused && !controls.some(hasChanged);
      };
      for (const event of ["input", "change"]) form.addEventListener(event, look);
      addEventListener("pageshow", look);
      look();
    },
    within,
  );
}

/** Gives each password a button that shows it. */
export function showPasswords(within: ParentNode): void {
  each(
    'input[type="password"]',
    (input) => {
      if (!(input instanceof HTMLInputElement)) return;
      const button = make("button", {
        type: "button",
        className: "as-text small show-password",
        textContent: text("showPassword"),
      });
      button.setAttribute("aria-controls", input.id);
      button.addEventListener("click", () => {
        const isShown = input.type === "text";
        input.type = isShown ? "password" : "text";
        button.textContent = text(isShown ? "showPassword" : "hidePassword");
      });
      // What is sent is a password again, for the browser to keep.
      input.form?.addEventListener("submit", () => (input.type = "password"));
      input.after(button);
    },
    within,
  );
}

/** Buttons with `data-copy` copy the text, or the value, of the element with that id. */
export function copyTexts(within: ParentNode): void {
  if (!("clipboard" in navigator)) return;
  each(
    "[data-copy]",
    (button) => {
      button.hidden = false;
      const label = button.querySelector("span") ?? button;
      const words = label.textContent;
      button.addEventListener("click", (event) => {
        event.preventDefault();
        const source = document.getElementById(button.dataset["copy"] ?? "");
        const value = source instanceof HTMLInputElement ? source.value : source?.textContent;
        void navigator.clipboard.writeText(value?.trim() ?? "").then(() => {
          label.textContent = text("copied");
          setTimeout(() => (label.textContent = words), 2_000);
        });
      });
    },
    within,
  );
}

/** Buttons with `data-print` print the page. */
export const printPages = (within: ParentNode): void =>
  each(
    "[data-print]",
    (button) => {
      button.hidden = false;
      button.addEventListener("click", () => print());
    },
    within,
  );

/** Counts down the seconds of `data-wait`, in which a form cannot be sent again. */
export const countDown = (): void =>
  each("form[data-wait]", (form) => {
    const button = form.querySelector("button");
    const until = performance.now() + Number(form.dataset["wait"]) * 1_000;
    if (!button || !(until > performance.now())) return;
    const words = button.textContent;
    const tick = () => {
      const left = Math.ceil((until - performance.now()) / 1_000);
      button.disabled = left > 0;
      const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
      button.textContent = left > 0 ? `${words} (${clock})` : words;
      if (left > 0) setTimeout(tick, 1_000);
    };
    tick();
  });
