import { css } from "./css.js";

/** What people press and fill in, and what answers them there. */
export const CONTROL_STYLES = css`
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 8px;
    min-block-size: 44px;
    padding: 9px 16px;
    border: 1px solid transparent;
    border-radius: var(--corner);
    background: none;
    color: var(--text);
    font-weight: 550;
    text-align: center;
    text-decoration: none;
    cursor: pointer;
  }
  .button:hover {
    background: var(--hover);
  }
  .button:active {
    opacity: 0.85;
  }
  .button.primary {
    background: var(--fill);
    border-color: var(--fill-edge);
    color: var(--on-fill);
  }
  .button.primary:hover {
    background: var(--fill-hover);
  }
  .button.secondary {
    background: var(--card);
    border-color: var(--edge);
    border-color: color-mix(in srgb, var(--edge), var(--card) 40%);
  }
  .button.secondary:hover {
    background: var(--hover);
  }
  .button.wide {
    inline-size: 100%;
  }
  .button[disabled],
  .button[disabled]:hover {
    background: var(--hover);
    border-color: transparent;
    color: var(--quiet);
    cursor: default;
  }
  .button[aria-busy="true"] {
    opacity: 0.6;
    cursor: progress;
  }
  .way {
    justify-content: start;
    gap: 12px;
    text-align: start;
  }
  .way .badge {
    margin-inline-start: auto;
  }
  .as-text {
    padding: 0;
    border: 0;
    background: none;
    text-decoration: underline 1px;
    cursor: pointer;
  }
  .as-text[disabled] {
    color: var(--quiet);
    text-decoration: none;
    cursor: default;
  }
  .show-password {
    justify-self: start;
  }
  .field {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 6px;
  }
  .field label,
  legend {
    font-weight: 550;
  }
  input + label {
    flex: 1;
    padding-block: 10px;
  }
  .optional {
    color: var(--quiet);
    font-weight: 400;
  }
  .control {
    inline-size: 100%;
    min-block-size: 44px;
    padding: 9px 12px;
    border: 1px solid var(--edge);
    border-radius: var(--corner);
    background: var(--card);
    color: inherit;
  }
  .control[readonly] {
    background: var(--hover);
    border-color: var(--hover);
  }
  .control[aria-invalid="true"] {
    border-color: var(--bad);
    box-shadow: inset 0 0 0 1px var(--bad);
  }
  [dir="rtl"] .control[dir="ltr"] {
    text-align: end;
  }
  .control.code {
    padding-block: 13px;
    font: 500 1.75rem/2.25rem var(--mono);
    letter-spacing: 0.4em;
    text-indent: 0.4em;
    text-align: center;
  }
  .hint {
    color: var(--quiet);
  }
  .fault {
    display: flex;
    gap: 6px;
    color: var(--bad);
  }
  .fault .icon {
    margin-block-start: 2px;
  }
  .message {
    display: flex;
    gap: 10px;
    padding: 11px 12px;
    border: 1px solid transparent;
    border-radius: var(--corner);
    background: var(--hover);
  }
  .message.bad {
    background: var(--bad-soft);
    color: var(--bad);
  }
  .message.good {
    background: var(--good-soft);
    color: var(--good);
  }
  .message.warn {
    background: var(--warn-soft);
    color: var(--warn);
  }
  .badge {
    display: inline-block;
    padding: 1px 8px;
    border: 1px solid transparent;
    border-radius: var(--corner-chip);
    background: var(--hover);
    color: var(--quiet);
    font-size: 0.8125rem;
    line-height: 1.125rem;
    font-weight: 500;
  }
  .badge.brand {
    background: var(--soft);
    color: var(--on-soft);
  }
  .divider {
    display: flex;
    align-items: center;
    gap: 12px;
    color: var(--quiet);
  }
  .divider::before,
  .divider::after {
    content: "";
    flex: 1;
    border-block-start: 1px solid var(--line);
  }
  .menu {
    inset: auto;
    margin: 4px 0;
    min-inline-size: 208px;
    max-inline-size: calc(100vw - 32px);
    padding: 4px;
    border: 1px solid var(--line);
    border-radius: var(--corner-card);
    background: var(--card);
    color: inherit;
    box-shadow: 0 8px 24px var(--shade);
    position-area: block-end span-inline-end;
    position-try-fallbacks:
      flip-block,
      flip-inline,
      flip-block flip-inline;
  }
  @supports not (position-area: block-end) {
    .menu {
      inset: 0;
      margin: auto;
    }
  }
  .menu :is(a, button) {
    display: flex;
    align-items: center;
    gap: 12px;
    inline-size: 100%;
    min-block-size: 44px;
    padding: 8px 12px;
    border: 0;
    border-radius: var(--corner);
    background: none;
    color: inherit;
    text-align: start;
    text-decoration: none;
    cursor: pointer;
  }
  .menu :is(a, button):hover {
    background: var(--hover);
  }
  .menu [aria-current] .icon {
    margin-inline-start: auto;
  }
`;
