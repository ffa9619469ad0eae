import { CONTROL_STYLES } from "./controls.js";
import { css, minified } from "./css.js";
import { type StyleBrand, tokenStyles } from "./tokens.js";
import { TYPE_STYLES } from "./typography.js";

/** The mark, one card, and the line below it. */
const ENTRY_STYLES = css`
  .mark {
    block-size: 32px;
    inline-size: 32px;
    border-radius: var(--corner);
    background: var(--fill);
    box-shadow: inset 0 0 0 1px var(--fill-edge);
    color: var(--on-fill);
    fill: currentColor;
    font-size: 17px;
    font-weight: 650;
    text-anchor: middle;
  }
  .logo {
    display: block;
    block-size: 32px;
    inline-size: auto;
    max-inline-size: 100%;
  }
  .brand-line {
    display: inline-flex;
    align-items: center;
    gap: 10px;
    min-block-size: 44px;
    color: inherit;
    font-weight: 600;
    text-decoration: none;
  }
  .entry {
    display: flex;
    flex-direction: column;
    gap: 16px;
    max-inline-size: 400px;
    min-block-size: 100vh;
    min-block-size: 100dvh;
    margin: auto;
    padding: max(16px, min(11vh, 96px)) 0 16px;
  }
  .entry > :is(header, footer) {
    padding-inline: 32px;
  }
  .entry > footer {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 16px;
    color: var(--quiet);
  }
  .entry > footer :is(a, .button) {
    min-inline-size: 44px;
    min-block-size: 44px;
    padding: 12px 0;
    color: inherit;
    font-size: inherit;
    line-height: inherit;
    font-weight: 400;
    text-decoration: none;
  }
  .entry > footer :is(a, .button):hover {
    background: none;
    color: var(--text);
    text-decoration: underline;
  }
  .entry > footer > nav {
    display: flex;
    gap: 16px;
    margin-inline-start: auto;
  }
  .card {
    background: var(--card);
    border: 1px solid var(--line);
    border-radius: var(--corner-card);
  }
  .entry > .card {
    padding: 32px;
    box-shadow:
      0 1px 2px var(--shade),
      0 12px 32px -8px var(--shade);
  }
  @media (max-width: 479px) {
    body:has(> .entry) {
      background: var(--card);
    }
    .entry {
      max-inline-size: none;
      padding-block-start: 16px;
    }
    .entry > .card {
      padding: 8px 16px;
      border: 0;
      box-shadow: none;
    }
    .entry > :is(header, footer) {
      padding-inline: 16px;
    }
    .entry > footer {
      margin-block-start: auto;
    }
  }
`;

/** The rules that every page needs; those of the signed-in pages stand on them. */
export const SHARED_RULES = TYPE_STYLES + CONTROL_STYLES + ENTRY_STYLES;

/** The rules that every page needs, with the custom properties that they are made of. */
export const sharedStyles = (brand: StyleBrand): string => tokenStyles(brand) + SHARED_RULES;

/**
 * Returns the stylesheet of signed-out and mailed pages, to be made once at start. Pages carry it
 * inline, and their Content-Security-Policy has its hash.
 */
export const entryStylesheet = (brand: StyleBrand): string => minified(sharedStyles(brand));
