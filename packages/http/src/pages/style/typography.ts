import { css } from "./css.js";

/** Type, focus, motion, and what lies in rows and columns. */
export const TYPE_STYLES = css`
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  html {
    -webkit-text-size-adjust: 100%;
    accent-color: var(--brand);
  }
  body {
    margin: 0;
    background: var(--page);
    color: var(--text);
    font:
      1rem/1.5 system-ui,
      "Segoe UI",
      Roboto,
      "Noto Sans",
      "Hiragino Sans",
      sans-serif;
    -webkit-font-smoothing: antialiased;
    overflow-wrap: anywhere;
  }
  :where(h1, h2, h3, p, ul, ol, dl, dd, fieldset) {
    margin: 0;
    padding: 0;
    border: 0;
  }
  h1 {
    font-size: 1.5rem;
    line-height: 2rem;
    font-weight: 650;
    letter-spacing: -0.015em;
    text-wrap: balance;
  }
  h2 {
    font-size: 1.125rem;
    line-height: 1.5rem;
    font-weight: 600;
    letter-spacing: -0.008em;
  }
  p {
    max-inline-size: 68ch;
    text-wrap: pretty;
  }
  a,
  .as-text {
    color: var(--brand);
    text-underline-offset: 0.2em;
  }
  button,
  input,
  select,
  textarea {
    font: inherit;
  }
  [type="checkbox"] {
    inline-size: 20px;
    block-size: 20px;
  }
  strong {
    font-weight: 600;
    color: var(--text);
  }
  :lang(ja) {
    word-break: auto-phrase;
  }
  svg {
    flex: none;
  }
  [hidden] {
    display: none !important;
  }
  :focus-visible {
    outline: 2px solid var(--ring);
    outline-offset: 2px;
  }
  [tabindex="-1"]:focus {
    outline: 0;
  }
  .quiet-text {
    color: var(--quiet);
  }
  .small,
  .hint,
  .fault,
  .message,
  .divider,
  .field > :is(label, .line),
  .entry > footer {
    font-size: 0.875rem;
    line-height: 1.25rem;
  }
  .stack {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }
  .stack.tight {
    gap: 8px;
  }
  .stack.loose {
    gap: 24px;
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 12px;
  }
  .line.apart {
    justify-content: space-between;
  }
  .hush,
  .skip:not(:focus) {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .skip {
    position: absolute;
    z-index: 9;
    inset: 8px auto auto 8px;
    padding: 10px 16px;
    background: var(--card);
    border-radius: var(--corner);
  }
  .icon {
    inline-size: 20px;
    block-size: 20px;
  }
  .icon.small {
    inline-size: 16px;
    block-size: 16px;
  }
  [dir="rtl"] .icon.turns {
    transform: scaleX(-1);
  }
  @media (prefers-reduced-motion: no-preference) {
    @view-transition {
      navigation: auto;
    }
    ::view-transition-group(*),
    ::view-transition-old(*),
    ::view-transition-new(*) {
      animation-duration: 0.12s;
    }
  }
`;
