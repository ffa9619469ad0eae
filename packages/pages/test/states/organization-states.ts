import { pathIn } from "../account-world.js";
import type { ShownPage } from "../browser.js";
import { AT, type Cast } from "./cast.js";
import type { States } from "./rows.js";

/** The page of Ben among the members. */
const benOf = async ({ ada }: Cast): Promise<string> =>
  pathIn((await ada.open(`${AT}/members?q=ben`)).html, `${AT}/members/`);

/** The page of Ada, who owns the organization. */
const ownerOf = async ({ ada }: Cast): Promise<string> =>
  pathIn((await ada.open(`${AT}/members?q=ada@`)).html, `${AT}/members/`);

export const ORGANIZATION_STATES: States = {
  organizations: {
    full: ({ ada }) => ada.open("/organizations"),
    empty: ({ nora }) => nora.open("/organizations"),
    refused: ({ ada }) => ada.send("/switch-organization", { id: "x" }),
    invited: async ({ world, stranger }): Promise<ShownPage> => {
      const browser = stranger();
      await world.signIn(browser, "mia@example.com");
      return browser.open("/organizations");
    },
  },
  newOrganization: {
    first: ({ nora }) => nora.open("/new-organization"),
    refused: ({ nora, names }) => nora.send("/new-organization", { name: "", slug: names.typed }),
  },
  members: {
    full: ({ ada }) => ada.open(`${AT}/members`),
    empty: ({ ada, names }) => ada.open(`${AT}/members?q=zz${encodeURIComponent(names.typed)}`),
    joined: ({ ben }) => ben.open(`${AT}/members`),
  },
  member: {
    shown: async (cast) => cast.ada.open(await benOf(cast)),
    "without the right": async (cast) => cast.ben.open(await ownerOf(cast)),
    refused: async (cast) => cast.ada.send(`${await ownerOf(cast)}/role`, { role: "member" }),
  },
  removeMember: { asked: async (cast) => cast.ada.open(`${await benOf(cast)}/remove`) },
  newInvitations: {
    first: ({ ada }) => ada.open(`${AT}/invitations/new`),
    refused: ({ ada, names }) =>
      ada.send(`${AT}/invitations/new`, { emails: names.typed, role: "king" }),
    "refused in part": ({ ada }) =>
      ada.send(`${AT}/invitations/new`, { emails: "nobody ada@example.com", role: "member" }),
  },
  invitations: {
    full: ({ ada }) => ada.open(`${AT}/invitations`),
    empty: async ({ stranger, world }) => {
      const browser = stranger();
      await world.signIn(browser, "alone@example.com");
      await browser.post("/new-organization", { name: "Alone", slug: "alone" });
      return browser.open("/organizations/alone/invitations");
    },
  },
  settings: {
    "of an owner": ({ ada }) => ada.open(`${AT}/settings`),
    "of an admin": ({ ben }) => ben.open(`${AT}/settings`),
    refused: ({ ada, names }) => ada.send(`${AT}/settings`, { name: "", slug: names.typed }),
  },
  transfer: {
    first: ({ ada }) => ada.open(`${AT}/transfer`),
    refused: ({ ada }) => ada.send(`${AT}/transfer`, { member: "x" }),
  },
  leave: {
    asked: ({ ben }) => ben.open(`${AT}/leave`),
    refused: ({ ada }) => ada.send(`${AT}/leave`, {}),
  },
  deleteOrganization: {
    first: ({ ada }) => ada.open(`${AT}/delete`),
    refused: ({ ada, names }) => ada.send(`${AT}/delete`, { confirm: names.typed }),
  },
  auditLog: {
    full: ({ ada }) => ada.open(`${AT}/audit`),
    empty: ({ ada }) => ada.open(`${AT}/audit?to=2000-01-01`),
  },
};
