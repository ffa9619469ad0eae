import { h, link } from "../view/element.js";
import type { Page } from "../view/router.js";

export const notFoundPage: Page = () => ({
  title: "There is no such page",
  content: [h("p", {}, link("/", "Go to the first page"))],
});
