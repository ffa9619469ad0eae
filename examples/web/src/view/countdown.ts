import { actionButton } from "./attempt.js";
import type { Messages } from "./messages.js";

const WAIT_SECONDS = 30;

interface Resend {
  readonly messages: Messages;
  /** Aborted when the person goes on to another page. */
  readonly leaving: AbortSignal;
}

/** A button to send something once more. It waits for the mail that is on its way, at first and after each use, and counts the seconds. */
export function resendButton(
  label: string,
  { messages, leaving }: Resend,
  work: () => Promise<void>,
): HTMLButtonElement {
  const button = actionButton(label, { messages, look: "plain" }, () => work().then(wait));
  wait();
  return button;

  function wait(): void {
    const end = Date.now() + WAIT_SECONDS * 1000;
    const timer = setInterval(show, 1000);
    leaving.addEventListener("abort", () => clearInterval(timer));
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
