import type { Role } from "../../../kernel/role.js";
import type { PageTexts } from "../page-texts.js";
import { ROLES } from "./roles.js";

const aRole = (role: Role): string =>
  `${role === "member" ? "a" : "an"} ${ROLES[role].toLowerCase()}`;

/** The pages that mailed links open. */
export const PAGES: PageTexts = {
  verifyEmail: {
    title: "Confirm your email address",
    text: ({ email }) => `Someone signed up with ${email}. If that was you, confirm it:`,
    button: "Confirm this email address",
    note: "If it wasn't you, close this page. Nothing happens until you press the button.",
  },
  emailVerified: {
    title: "Your email address is verified",
    text: ({ email }) => `${email} belongs to your account now.`,
  },
  changeEmail: {
    title: "Change your email address",
    text: ({ from, to }) => `Your account will move from ${from} to ${to}.`,
    button: "Use the new email address",
    note: "Nothing happens until you press the button.",
  },
  emailChanged: {
    title: "Your email address was changed",
    text: ({ to }) => `Your account uses ${to} now.`,
  },
  signIn: {
    title: "Sign in",
    text: ({ email }) => `This signs you in as ${email} in this browser.`,
    button: "Sign in",
    note: "If you didn't ask for it, close this page. Nothing happens until you press the button.",
  },
  invitation: {
    title: ({ organization }) => `Join ${organization}`,
    text: ({ inviter, email, organization, role }) =>
      `${inviter === null ? "You've been invited" : `${inviter} invited you`} to join ${organization}. The invitation is for ${email}, as ${aRole(role)}.`,
    button: "See the invitation",
    note: "If you don't know who sent it, close this page. Nothing happens until you accept.",
    roles: {
      member: "A member sees the organization and its members.",
      admin: "An admin also invites, removes and sets roles, except owners'.",
      owner: "An owner also names owners, transfers and deletes the organization.",
    },
    join: ({ email }) => `Join as ${email}`,
    otherAccount: ({ signedInAs }) => `You're signed in as ${signedInAs}.`,
    switchAccount: ({ email }) => `Sign out and continue as ${email}`,
  },
  deadLink: {
    title: "This link doesn't work",
    text: () => "This link has been used or replaced.",
    perhapsUsed: "Used it already? Then you're done: sign in as usual.",
    askInviter: "Ask the person who invited you for a new invitation.",
  },
  expiredLink: {
    title: "This link has expired",
    text: () => "This link has expired. Ask for a new one.",
  },
  endedChange:
    "The session that asked for this change has ended, and the change with it. Sign in and ask again.",
  suspended: "This account is suspended. Ask the people who run this service.",
  notOffered: "This way to sign in isn't offered here.",
  noNewAccount: "You can't create an account here.",
  refused: "This was refused",
  failed: {
    title: "That didn't work",
    text: () => "You can close this page, or try again.",
    retry: "Go back and try again",
    help: "If you ask for help, mention",
  },
  proceed: "Continue",
  startAgain: "Start again",
};
