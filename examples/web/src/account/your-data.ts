import { AuthClientError, type ListedDataExport } from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import { awaitExport } from "../data-export.js";
import { call } from "../service.js";
import { actionButton } from "../view/attempt.js";
import { actions, type Child, h, quiet, strong } from "../view/element.js";
import type { Messages } from "../view/messages.js";
import { createSection, type Section } from "../view/section.js";
import { formatTime, relativeTime, timeElement } from "../view/time.js";

/**
 * The exports of the user's data, as the service lists them: asked for on any device. The first
 * come with the page: they push down what stands below.
 */
export function yourDataSection(found: readonly ListedDataExport[]): Section {
  let exports = found;
  let watched: string | null = null;

  const section = createSection(
    "Download your data",
    async (messages) => {
      const pending = exports.find(({ status }) => status === "pending");
      if (pending) void watch(pending.id);
      const others = exports.filter((one) => one !== pending);
      return [
        h(
          "p",
          {},
          "One file (JSON) with everything we hold about you: profile, memberships, activity, sessions, deletion requests, export requests and subscriptions.",
        ),
        ...(pending
          ? makingIt()
          : [actionButton("Request my data", { messages, look: "primary" }, request)]),
        others.length > 0
          ? h("ul", { class: "items apart" }, ...others.map((one) => item(one, messages)))
          : null,
      ];
    },
    "data",
  );

  async function refresh(): Promise<void> {
    ({ exports } = await call(routes.dataExport.listExports));
    await section.refresh();
  }

  async function request(): Promise<void> {
    await call(routes.dataExport.requestExport);
    await refresh();
  }

  async function watch(id: string): Promise<void> {
    if (watched === id) return;
    watched = id;
    try {
      const made = await awaitExport(id);
      await refresh();
      if (made.status === "ready") section.messages.say("Your file is ready.");
      else section.messages.complain(FAILED);
    } catch (problem) {
      section.messages.complain(problem);
    }
    watched = null;
  }

  function item(one: ListedDataExport, messages: Messages): HTMLElement {
    const name = `Download the file of ${formatTime(one.createdAt)}`;
    return h(
      "li",
      {},
      h("div", {}, strong("Requested ", relativeTime(one.createdAt)), quiet(...factsOf(one))),
      one.status === "ready"
        ? actions(
            actionButton("Download", { messages, name, sign: "file" }, () => download(one.id)),
          )
        : null,
    );
  }

  /**
   * Asks for the URL at the click: the one that came before may have expired while the page was
   * open.
   */
  async function download(id: string): Promise<void> {
    const { downloadUrl } = await call(routes.dataExport.readExport, { id });
    if (downloadUrl === null) await refresh();
    else location.assign(downloadUrl);
  }

  return section;
}

const FAILED = new AuthClientError({
  code: "EXPORT_FAILED",
  message: "Your file could not be made.",
});

const makingIt = (): readonly Child[] => [
  h(
    "p",
    { role: "status" },
    "Your file is being made. You can leave: we email you when it is ready.",
  ),
  h("progress", { "aria-label": "Making your file" }),
];

function factsOf({ status, expiresAt, errorMessage }: ListedDataExport): readonly Child[] {
  if (status === "failed") return [errorMessage ?? "This file could not be made."];
  if (status === "expired" || expiresAt === null) return ["Expired, and deleted"];
  return ["Ready until ", timeElement(expiresAt)];
}
