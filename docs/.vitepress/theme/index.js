/* eslint-disable import-sort/imports -- Our stylesheets come after that of the theme. */
import { useData, useRoute, withBase } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { h, nextTick, onMounted, watch } from "vue";
import "virtual:colors.css";
import "./style.css";

/** Leads to the text of the page, for who reads or passes on Markdown. */
const markdownLink = () =>
  h("p", { class: "as-markdown" }, [
    h(
      "a",
      { href: withBase(`/${useData().page.value.relativePath}`), target: "_self" },
      "This page as Markdown",
    ),
  ]);

/** What the default theme leaves out for people who hear a page. */
function completeLandmarks() {
  const content = globalThis.document.querySelector("#VPContent");
  if (content?.querySelector("main")) content.removeAttribute("role");
  else content?.setAttribute("role", "main");
}

export default {
  extends: DefaultTheme,
  setup() {
    const route = useRoute();
    onMounted(completeLandmarks);
    watch(
      () => route.path,
      () => nextTick(completeLandmarks),
    );
  },
  Layout: () => h(DefaultTheme.Layout, null, { "doc-footer-before": () => h(markdownLink) }),
};
