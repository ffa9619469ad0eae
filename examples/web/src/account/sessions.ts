import type { ListedSession } from "@acme/auth-client";
import * as routes from "@acme/auth-client/routes";
import { describeDevice, isHandheld } from "../device.js";
import { call } from "../service.js";
import { actionButton } from "../view/attempt.js";
import { actions, badge, h, itemList, quiet, strong } from "../view/element.js";
import { icon } from "../view/icon.js";
import { navigate } from "../view/router.js";
import { createSection, type Section } from "../view/section.js";
import { formatTime, relativeTime } from "../view/time.js";

/** Where one is signed in. `changed` is called when a session was ended here. */
export function sessionsSection(changed: () => void): Section {
  const section = createSection(
    "Sessions",
    async (messages) => {
      const sessions = await call(routes.session.listSessions);
      const others = sessions.some(({ current }) => !current);
      return [
        itemList(sessions.map(item)),
        quiet(
          "If someone else may be in, sign out everywhere, this device too: that also ends a copy of this session, which no list can show.",
        ),
        actions(
          others
            ? actionButton("End all other sessions", { messages, look: "primary" }, () =>
                end(
                  () => call(routes.session.revokeOtherSessions),
                  "All other sessions are ended.",
                ),
              )
            : null,
          actionButton(
            "Sign out everywhere, this device too",
            { messages, look: "danger" },
            signOutEverywhere,
          ),
        ),
      ];
    },
    "sessions",
  );

  async function signOutEverywhere(): Promise<void> {
    await call(routes.session.revokeSessions);
    await navigate("/", { notice: "You are signed out everywhere. Sign in again." });
  }

  async function end(work: () => Promise<unknown>, text: string): Promise<void> {
    await work();
    await section.refresh();
    section.messages.say(text);
    changed();
  }

  function item({
    id,
    userAgent,
    ipAddress,
    createdAt,
    updatedAt,
    current,
  }: ListedSession): HTMLElement {
    const device = describeDevice(userAgent);
    const facts = quiet(
      ipAddress === null ? "" : `${ipAddress} · `,
      "Signed in ",
      relativeTime(createdAt),
    );
    const endIt = () =>
      end(() => call(routes.session.revokeSession, { id }), "The session is ended.");
    return h(
      "li",
      { "data-item": id, tabindex: "-1" },
      icon(isHandheld(userAgent) ? "phone" : "laptop"),
      h(
        "div",
        {},
        strong(device),
        current ? " " : null,
        current ? badge("This device", "good") : null,
        facts,
        quiet("Last active ", relativeTime(updatedAt)),
      ),
      current
        ? null
        : actions(
            actionButton(
              "End",
              {
                messages: section.messages,
                name: `End the session of ${device}, signed in ${formatTime(createdAt)}`,
              },
              endIt,
            ),
          ),
    );
  }

  return section;
}
