import { actionButton } from "./attempt.js";
import type { Messages } from "./messages.js";
import { leavingPage } from "./router.js";

const WAIT_SECONDS = 30;

/**
 * A button to send something once more. It waits for the mail that is on its way, at first and
 * after each use, and counts the seconds.
 */
export function resendButton(
  label: string,
  messages: Messages,
  work: () => Promise<void>,
): HTMLButtonElement {
  const button = actionButton(label, { messages, look: "plain" }, () => work().then(wait));
  wait();
  return button;

  function wait(): void {
    const end = Date.now() + WAIT_SECONDS * 1000;
    const timer = setInterval(show, 1000);
    leavingPage().addEventListener("abort", () => clearInterval(timer));
    show();

    function show(): void {
      const left = Math.ceil((end - Date.now()) / 1000);
      // Not disabled: the focus may be on it.
      button.ariaDisabled = left > 0 ? "true" : null;
      button.textContent = left > 0 ? `${label} in ${left} s` : label;
      if (left <= 0) clearInterval(timer);
    }
  }
}
