import { PALETTE } from "@acme/auth-core/surface";
import { css } from "@acme/auth-http";

/** What stands in the column of signed-in pages, and what opens over it. */
export const CONTENT_STYLES = css`
  .button.danger {
    background: var(--card);
    border-color: color-mix(in srgb, var(--bad), var(--card) 40%);
    color: var(--bad);
  }
  .button.danger:hover {
    background: var(--bad-soft);
  }
  .button.danger.filled {
    background: ${PALETTE.light.bad};
    border-color: transparent;
    color: ${PALETTE.light.card};
  }
  .button.danger.filled:hover {
    opacity: 0.9;
  }
  .badge {
    white-space: nowrap;
  }
  .badge.warn {
    background: var(--warn-soft);
    color: var(--warn);
  }
  .badge.good {
    background: var(--good-soft);
    color: var(--good);
  }
  .heading {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    justify-content: space-between;
    gap: 16px 24px;
  }
  .heading > .stack {
    flex: 1 1 280px;
  }
  .section {
    display: grid;
    grid-template-columns: 240px minmax(0, 1fr);
    gap: 16px 48px;
    padding-block: 40px;
    border-block-end: 1px solid var(--line);
    scroll-margin-block-start: 16px;
  }
  .section > .stack {
    align-content: start;
  }
  .section:last-child {
    border: 0;
    padding-block-end: 0;
  }
  .heading + .section {
    padding-block-start: 32px;
  }
  .column > .message:first-child {
    margin-block-end: 24px;
  }
  .heading + .message {
    margin-block-start: 24px;
  }
  .column > .heading + :is(.stack, .list, form) {
    margin-block-start: 24px;
  }
  .list {
    padding: 0;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
    padding: 12px 16px;
  }
  .row + .row {
    border-block-start: 1px solid var(--line);
  }
  .row-text {
    flex: 1 1 128px;
    min-inline-size: 0;
    overflow: hidden;
  }
  .row-title {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 8px;
    font-weight: 550;
  }
  .row-title bdi {
    text-align: match-parent;
  }
  .facts {
    display: flex;
    flex-wrap: wrap;
    margin-inline-start: -15px;
    font-size: 0.875rem;
    line-height: 1.25rem;
    color: var(--quiet);
  }
  /* The dot before the first one of a line is cut off by what the facts stand in. */
  .facts span {
    position: relative;
    padding-inline-start: 15px;
  }
  .facts span::before {
    content: "·";
    position: absolute;
    inset-inline-start: 5px;
  }
  .row-icon,
  .avatar {
    display: grid;
    place-items: center;
    flex: none;
    inline-size: 36px;
    block-size: 36px;
    border-radius: var(--corner);
    background: var(--hover);
    color: var(--text);
  }
  .avatar {
    border-radius: 50%;
    font-size: 0.8125rem;
    font-weight: 600;
    letter-spacing: 0.01em;
    white-space: nowrap;
    overflow: hidden;
  }
  .row > :is(.button, form) {
    margin-inline: auto -8px;
  }
  .row:has(> .actions) > .row-text {
    flex-basis: 224px;
  }
  .row > .actions {
    gap: 0;
    margin-inline: auto -8px;
  }
  .row .button.quiet {
    color: var(--quiet);
    font-weight: 500;
  }
  .row .button.quiet:hover {
    color: var(--text);
  }
  .empty {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 12px 16px;
    padding: 16px;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 12px;
  }
  .actions:not(:has(> :not([hidden]))) {
    display: none;
  }
  .field + .actions,
  .choice + .actions {
    margin-block-start: 8px;
  }
  .side {
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
  }
  .side.even > * {
    flex: 1 1 144px;
    min-inline-size: 0;
  }
  .saved {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    color: var(--good);
  }
  .control::placeholder {
    color: var(--quiet);
    opacity: 1;
  }
  .search {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 12px;
  }
  .search > .field {
    flex: 1 1 176px;
  }
  .select {
    position: relative;
    display: block;
  }
  .select > select {
    appearance: none;
    padding-inline-end: 40px;
  }
  .select > .icon {
    position: absolute;
    inset-block-start: 14px;
    inset-inline-end: 12px;
    color: var(--quiet);
    pointer-events: none;
  }
  .choice {
    min-inline-size: 0;
    display: grid;
    gap: 4px;
  }
  .option {
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr);
    gap: 0 12px;
    align-items: center;
  }
  .option input {
    inline-size: 20px;
    block-size: 20px;
    margin: 0;
  }
  .option label {
    display: flex;
    align-items: center;
    min-block-size: 44px;
    font-weight: 550;
  }
  .option .hint {
    grid-column: 2;
    margin-block: -8px 10px;
  }
  .confirmation {
    max-inline-size: 440px;
  }
  .qr {
    inline-size: 208px;
    block-size: 208px;
    border-radius: var(--corner);
  }
  .plain-code {
    margin: 0;
    padding: 12px 16px;
    border: 1px solid var(--line);
    border-radius: var(--corner);
    background: var(--card);
    font: 0.9375rem/1.75 var(--mono);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .plain-code.many {
    columns: 2 256px;
  }
  .numbered {
    display: grid;
    gap: 32px;
    padding-inline-start: 24px;
  }
  .folded summary {
    min-block-size: 44px;
    padding-block: 10px;
    cursor: pointer;
    color: var(--brand);
  }
  .dialog {
    inline-size: min(440px, 100%);
    padding: 24px;
    border: 1px solid var(--line);
    border-radius: var(--corner-card);
    background: var(--card);
    color: inherit;
    box-shadow: 0 16px 48px var(--shade);
  }
  .dialog::backdrop {
    background: #0008;
  }
  @media (max-width: 719px) {
    .section {
      grid-template-columns: minmax(0, 1fr);
      padding-block: 32px;
    }
    .actions:not(.row > *) > :is(.button, form),
    .heading > .button,
    .stack > .button {
      inline-size: 100%;
    }
    .dialog {
      max-inline-size: none;
      inline-size: 100%;
      margin-block-end: 0;
      border-end-start-radius: 0;
      border-end-end-radius: 0;
    }
  }
  @media print {
    .card,
    .section {
      break-inside: avoid;
    }
  }
`;
