import { css } from "./css.js";

/** Of pages to read: headings, lists, tables and code in a wide card. */
export const DOCUMENT_STYLES = css`
  .document {
    max-inline-size: 1040px;
    margin: auto;
    padding: 16px;
  }
  .document > footer {
    padding-block: 16px;
    color: var(--quiet);
    font-size: 0.875rem;
  }
  .document > .card {
    padding: 16px;
  }
  .text > * + * {
    margin-block-start: 16px;
  }
  .text > h2 {
    margin-block-start: 48px;
  }
  .text > h3 {
    margin-block-start: 32px;
    font-size: 1rem;
  }
  .text ul {
    padding-inline-start: 20px;
  }
  code {
    font: 0.875em var(--mono);
  }
  table {
    inline-size: 100%;
    border-collapse: collapse;
  }
  tr {
    border-block-end: 1px solid var(--line);
  }
  th,
  td {
    padding-block: 8px;
    padding-inline-end: 20px;
    text-align: start;
    vertical-align: top;
  }
  @media (min-width: 800px) {
    .document,
    .document > .card {
      padding: 32px;
    }
    td:first-child {
      inline-size: 48%;
    }
    td:nth-child(2) {
      overflow-wrap: normal;
    }
  }
  @media (max-width: 799px) {
    thead {
      display: none;
    }
    tr,
    td {
      display: block;
    }
    tr {
      padding-block: 12px;
    }
    td {
      padding-block: 2px;
    }
    td:nth-child(2) {
      color: var(--quiet);
    }
  }
`;
