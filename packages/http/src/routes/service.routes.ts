import { AuthError } from "@acme/auth-core";
import { type RenderedPage, route } from "../kernel/route.js";
import { once, z } from "../kernel/zod.js";
import { html } from "../pages/html.js";
import { beginningAt, buttonLink, noteBelow } from "../pages/mailed-link-pages.js";
import { showPage } from "../pages/pages.js";
import { type Reader, readerOf } from "../pages/reader.js";
import { OK, ok } from "../views/outcome.view.js";
import { policyView, viewPolicy } from "../views/policy.view.js";

export const authOk = route({
  method: "GET",
  path: "/api/auth/ok",
  summary: "Check routes",
  description: "Check that the authentication routes are mounted.",
  access: "anyone",
  limit: "read",
  returns: "The authentication routes are mounted.",
  status: 200,
  reply: ok,
  refuses: [],
  handle: async () => ({ body: OK }),
});

export const readPolicy = route({
  method: "GET",
  path: "/api/v1/auth/policy",
  summary: "Get policy",
  description: "Read what a front end needs to know of the rules: names, limits and times.",
  access: "anyone",
  limit: "read",
  returns: "The name of the application, its limits and its times.",
  status: 200,
  reply: policyView,
  refuses: [],
  handle: async ({ auth, additions }) => ({ body: viewPolicy(auth, additions) }),
});

/** Codes travel in upper case and `snake_case`; anything else is not shown. */
const shownCode = once(() =>
  z
    .string()
    .max(64)
    .regex(/^[A-Za-z0-9_-]+$/)
    .catch("UNKNOWN")
    .describe("The code of the refusal."),
);

export const authError = route({
  method: "GET",
  path: "/api/auth/error",
  summary: "Show error page",
  description: "Show a page that says that a sign-in did not work.",
  access: "anyone",
  limit: "auth-ip",
  query: () => z.object({ error: shownCode() }),
  returns: "A page that says that it did not work, with the code.",
  status: 200,
  page: "always",
  reply: () => z.never(),
  refuses: [],
  handle: async (call) => ({ page: failurePage(call.query.error, await readerOf(call)) }),
});

function failurePage(code: string, { site, catalogue, theme }: Reader): RenderedPage {
  const { title, text, retry, help } = catalogue.pages.failed;
  const page = {
    title,
    content: html`<p>${text()}</p>
      ${buttonLink(beginningAt("/sign-in", site), retry)}
      ${noteBelow(html`${help} <code>${code}</code>`)}`,
    language: catalogue,
    theme,
  };
  return showPage(page, site);
}

export const healthz = route({
  method: "GET",
  path: "/healthz",
  summary: "Check liveness",
  description: "Check that the process is up.",
  access: "anyone",
  limit: "none",
  returns: "The process is up.",
  status: 200,
  reply: ok,
  refuses: [],
  handle: async () => ({ body: OK }),
});

export const readyz = route({
  method: "GET",
  path: "/readyz",
  summary: "Check readiness",
  description:
    "Check that the database can be reached and is up to date. Answers within two seconds.",
  access: "anyone",
  limit: "none",
  returns: "The database can be reached and is up to date.",
  status: 200,
  reply: ok,
  refuses: ["UNAVAILABLE"],
  handle: async ({ auth }) => {
    const health = await auth
      .health()
      .catch((cause: unknown) => Promise.reject(new AuthError("UNAVAILABLE", { cause })));
    if (health !== "ready") throw new AuthError("UNAVAILABLE");
    return { body: OK };
  },
});
