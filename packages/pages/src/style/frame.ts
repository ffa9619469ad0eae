import { css } from "@acme/auth-http";

/** Bar, banner, rail and column of signed-in pages. */
export const FRAME_STYLES = css`
  .bar {
    background: var(--card);
    border-block-end: 1px solid var(--line);
  }
  .bar-line,
  .banner-line,
  .frame {
    max-inline-size: 1040px;
    margin-inline: auto;
    padding-inline: 32px;
  }
  .bar-line {
    display: flex;
    align-items: center;
    gap: 4px;
    min-block-size: 60px;
  }
  .bar-mark {
    display: grid;
    place-items: center;
    min-inline-size: 44px;
    min-block-size: 44px;
    margin-inline-start: -6px;
    border-radius: var(--corner);
  }
  .bar-slash {
    inline-size: 1px;
    block-size: 24px;
    margin-inline: 8px 0;
    background: var(--line);
  }
  .switcher {
    min-inline-size: 0;
    padding-inline: 12px;
  }
  .switcher bdi {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    line-height: 1.125rem;
    text-align: start;
    overflow-wrap: anywhere;
  }
  .switcher .icon {
    color: var(--quiet);
  }
  .bar-count {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-inline-size: 44px;
    min-block-size: 44px;
    margin-inline-start: auto;
    padding-inline: 10px;
    border-radius: var(--corner);
    color: var(--brand);
    font-weight: 600;
    text-decoration: none;
  }
  .bar-count:hover {
    background: var(--hover);
  }
  .bar-person {
    display: grid;
    flex: none;
    place-items: center;
    inline-size: 44px;
    block-size: 44px;
    margin-inline: 0 -4px;
    padding: 0;
    border: 0;
    border-radius: 50%;
    background: none;
    cursor: pointer;
  }
  .bar-count + .bar-person,
  .switcher + .menu + .bar-person {
    margin-inline-start: auto;
  }
  .bar-count + .bar-person {
    margin-inline-start: 0;
  }
  .bar-person + .menu {
    position-area: block-end span-inline-start;
  }
  .menu-head {
    display: grid;
    padding: 8px 12px 12px;
    margin-block-end: 4px;
    border-block-end: 1px solid var(--line);
    font-size: 0.875rem;
    line-height: 1.25rem;
  }
  .menu-head span {
    color: var(--quiet);
  }
  .list,
  [role="list"] {
    list-style: none;
  }
  .menu ul + ul {
    margin-block-start: 4px;
    padding-block-start: 4px;
    border-block-start: 1px solid var(--line);
  }
  .menu .avatar {
    inline-size: 24px;
    block-size: 24px;
    font-size: 0.6875rem;
  }
  .banner {
    background: var(--soft);
    border-block-end: 1px solid var(--line);
  }
  .banner.warn {
    background: var(--warn-soft);
    color: var(--warn);
  }
  .banner.bad {
    background: var(--bad-soft);
    color: var(--bad);
  }
  .banner-line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
    padding-block: 8px;
  }
  .banner p {
    flex: 1;
    max-inline-size: none;
    min-inline-size: 60%;
  }
  .frame {
    display: grid;
    grid-template-columns: 208px minmax(0, 1fr);
    gap: 48px;
    padding-block: 48px 96px;
  }
  .rail {
    align-self: start;
    margin: -6px -12px 0;
  }
  .rail a {
    display: flex;
    align-items: center;
    min-block-size: 44px;
    padding-inline: 12px;
    border-radius: var(--corner);
    color: var(--quiet);
    text-decoration: none;
  }
  .rail a:hover {
    background: var(--hover);
    color: var(--text);
  }
  .rail a[aria-current] {
    background: var(--hover);
    color: var(--text);
    font-weight: 600;
  }
  .rail-label {
    margin-block-start: 24px;
    padding: 8px 12px;
    font-size: 0.8125rem;
    line-height: 1.125rem;
    color: var(--quiet);
  }
  .rail-label.first {
    position: absolute;
    clip-path: inset(50%);
    inline-size: 1px;
    block-size: 1px;
    margin: 0;
    padding: 0;
    overflow: hidden;
  }
  .column {
    min-inline-size: 0;
    max-inline-size: 720px;
  }
  @media (max-width: 860px) {
    .bar-line,
    .banner-line,
    .frame {
      padding-inline: 16px;
    }
    .switcher {
      padding: 2px 4px;
      font-size: 0.875rem;
    }
    .switcher bdi {
      -webkit-line-clamp: 3;
      line-height: 1rem;
    }
    .frame {
      display: block;
      padding-block: 0 64px;
    }
    .rail {
      display: flex;
      margin: 0 -16px 24px;
      padding-inline: 8px;
      overflow-x: auto;
      scroll-padding-inline: 72px;
      scrollbar-width: none;
      border-block-end: 1px solid var(--line);
    }
    .rail ul {
      display: flex;
    }
    .rail-label {
      display: none;
    }
    .rail ul + .rail-label + ul {
      margin-inline-start: 9px;
      padding-inline-start: 8px;
      border-inline-start: 1px solid var(--line);
    }
    .rail a,
    .rail a[aria-current] {
      padding-inline: 8px;
      border-radius: 0;
      background: none;
      white-space: nowrap;
    }
    .rail a:focus-visible {
      outline-offset: -2px;
    }
    .rail a[aria-current] {
      box-shadow: inset 0 -2px var(--brand);
      scroll-initial-target: nearest;
    }
    .column {
      margin-inline: auto;
    }
  }
  @media print {
    .bar,
    .rail,
    .banner,
    .skip,
    .button {
      display: none !important;
    }
    .frame {
      display: block;
      padding: 0;
    }
  }
`;
