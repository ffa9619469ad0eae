const INBOX = "packages/server/test/development-inbox.test.ts";
const OWN_MACHINE = "packages/server/src/inbox/own-machine.ts";

/** @type {readonly import("./index.mjs").PlantedRemoval[]} */
export const removals = [
  {
    row: "R-HTTP-13",
    what: "the inbox is not shown to a page of a foreign name",
    file: OWN_MACHINE,
    find: "isLoopbackName(headers.host) &&",
    replace: "(void isLoopbackName, true) &&",
    test: INBOX,
    name: "is not there for the foreign host",
  },
  {
    row: "R-HTTP-13",
    what: "the inbox is not shown through a proxy",
    file: OWN_MACHINE,
    find: "!Object.keys(headers).some((name) => FORWARDED.test(name))",
    replace: "(void FORWARDED, true)",
    test: INBOX,
    name: "is not there behind a proxy that sends",
  },
  {
    row: "R-HTTP-13",
    what: "the inbox is not shown to another machine",
    file: OWN_MACHINE,
    find: "isLoopbackPeer(socket.remoteAddress) &&",
    replace: "(void [isLoopbackPeer, socket], true) &&",
    test: INBOX,
    name: "is not there for the machine",
  },
  {
    row: "R-HTTP-13",
    what: "there is no inbox in production",
    file: "packages/server/src/inbox/where-mails-are.ts",
    find: "!production && smtpUrl === null &&",
    replace: "(void production, smtpUrl === null) &&",
    test: INBOX,
    name: "is not there in production, even on this machine",
  },
  {
    row: "R-HTTP-13",
    what: "there is no inbox for a service with a public name",
    file: "packages/server/src/inbox/where-mails-are.ts",
    find: "smtpUrl === null && isLoopbackHost(new URL(serviceAuthUrl).hostname)",
    replace: "(void [isLoopbackHost, serviceAuthUrl], smtpUrl === null)",
    test: INBOX,
    name: "is not there for a service with a public name",
  },
  {
    row: "R-HTTP-13",
    what: "the HTML of a mail has neither script nor origin",
    file: "packages/server/src/pages/inbox-pages.ts",
    find: "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';",
    replace: "default-src 'none';",
    test: INBOX,
    name: "shows a mail with its code, as text and in a sandboxed frame",
  },
];
