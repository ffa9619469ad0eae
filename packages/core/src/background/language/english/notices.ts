import type { NoticeName } from "../../mail/mails.js";
import type { MailTexts } from "../catalogue.js";

const SIGN_OUT = "sign out everywhere, this device too, and sign in again";

/** The mails that tell what was done to an account. */
export const NOTICES: Pick<MailTexts, NoticeName> = {
  "deletion-requested": {
    subject: ({ app }) => `Your ${app} account will be deleted`,
    intro: ({ app, day, atOnce, organizations, byPassword }) => [
      atOnce
        ? `You asked for your ${app} account to be deleted. That happens at once.`
        : `You asked for your ${app} account to be deleted. That happens on ${day}, and until then you can change your mind.`,
      ...(organizations
        ? [
            `You are the only owner of ${organizations}. As long as that is so, your account cannot be deleted: transfer the ownership, or delete the organization.`,
          ]
        : []),
      atOnce
        ? `If you did not ask for this, get in touch with ${app} at once.`
        : byPassword
          ? `If you did not ask for this, somebody knows your password: keep your account, change the password, then ${SIGN_OUT}.`
          : `If you did not ask for this, keep your account, then ${SIGN_OUT}.`,
    ],
    button: ({ app, atOnce }) => (atOnce ? `Open ${app}` : "Keep my account"),
  },
  "deletion-rejected": {
    subject: ({ app }) => `Your ${app} account was not deleted`,
    intro: ({ app, organizations }) => [
      `Your ${app} account was to be deleted today. It was not, and nothing of it was removed: you are the only owner of ${organizations}.`,
      "Transfer the ownership or delete the organization, then ask for the deletion again.",
    ],
    button: () => "Open your organizations",
  },
  "deletion-cancelled": {
    subject: ({ app }) => `Your ${app} account stays`,
    intro: ({ app }) => [
      `The deletion of your ${app} account was cancelled. Everything stays as it is.`,
      `If you did not do this, ${SIGN_OUT}.`,
    ],
    button: () => "Sign out everywhere",
  },
  "account-deleted": {
    subject: ({ app }) => `Your ${app} account was deleted`,
    intro: ({ app }) => [
      `Your ${app} account and everything that belonged to it were deleted, as you asked. This is the last mail about it.`,
      "You are welcome to come back: you would start anew.",
    ],
    button: ({ app }) => `Open ${app}`,
  },
  "email-change-requested": {
    subject: ({ app }) => `Your ${app} account was asked to use another email address`,
    intro: ({ app }) => [
      `Someone who is signed in to your ${app} account asked to move it to another email address. It moves once the new one is confirmed; until then nothing changes.`,
      `If you did not do this, ${SIGN_OUT}: that also ends the request.`,
    ],
    button: () => "Sign out everywhere",
  },
  "email-changed": {
    subject: ({ app }) => `Your ${app} email address was changed`,
    intro: ({ app }) => [
      `Your ${app} account now uses another email address. Nothing more will be sent to this one.`,
      `If you did not do this, get in touch with ${app} at once.`,
    ],
    button: ({ app }) => `Open ${app}`,
  },
  "sign-up-attempt": {
    subject: ({ app }) => `Someone tried to sign up for ${app} with your email address`,
    intro: ({ app }) => [
      `Someone tried to sign up for ${app} with this email address, which has an account already. Nothing was changed.`,
      "If it was you: sign in instead, or reset your password. If it was not, you can ignore this mail.",
    ],
    button: () => "Sign in",
  },
  "sign-in-from-new-browser": {
    subject: ({ app }) => `New sign-in to your ${app} account`,
    intro: ({ app, byPassword }) => [
      `Someone signed in to your ${app} account from a browser that was not used there before.`,
      byPassword
        ? `If that was you, there is nothing to do. If it was not, they know your password: change it at once, then ${SIGN_OUT}.`
        : `If that was you, there is nothing to do. If it was not, ${SIGN_OUT}, then remove passkeys and linked accounts that are not yours.`,
    ],
    button: () => "Sign out everywhere",
  },
  "sessions-ended": {
    subject: ({ app }) => `Devices were signed out of your ${app} account`,
    intro: ({ app, all }) => [
      all
        ? `All devices that were signed in to your ${app} account were signed out.`
        : `All devices that were signed in to your ${app} account were signed out, except the one that did it.`,
      `If you did not do this, ${SIGN_OUT}.`,
    ],
    button: () => "Sign out everywhere",
  },
  "language-changed": {
    subject: ({ app }) => `The language of your ${app} mails was changed`,
    intro: ({ app }) => [
      `From now on, ${app} writes to you in another language.`,
      `If you did not do this, ${SIGN_OUT}.`,
    ],
    button: () => "Sign out everywhere",
  },
  "password-changed": {
    subject: ({ app }) => `Your ${app} password was changed`,
    intro: ({ app }) => [
      `Your ${app} password was changed, and your other devices were signed out.`,
      "If you did not do this, reset your password at once: that also signs out every device.",
    ],
    button: () => "Reset my password",
  },
  "password-reset-done": {
    subject: ({ app }) => `Your ${app} password was reset`,
    intro: ({ app }) => [
      `A new password was set for your ${app} account, and all devices were signed out.`,
      "If you did not do this, reset your password again: whoever did it can read your mail.",
    ],
    button: () => "Reset my password",
  },
  "passkey-added": {
    subject: ({ app }) => `A passkey was added to your ${app} account`,
    intro: ({ app }) => [
      `A passkey was added to your ${app} account. Whoever holds it can sign in.`,
      `If you did not do this, remove it at once, then ${SIGN_OUT}.`,
    ],
    button: () => "See this passkey",
  },
  "passkey-removed": {
    subject: ({ app }) => `A passkey was removed from your ${app} account`,
    intro: ({ app }) => [
      `A passkey was removed from your ${app} account, and your other devices were signed out.`,
      `If you did not do this, ${SIGN_OUT}.`,
    ],
    button: () => "See your passkeys",
  },
  "account-linked": {
    subject: ({ app }) => `Another way to sign in to ${app} was added`,
    intro: ({ app }) => [
      `An account at an external provider was linked to your ${app} account. Whoever holds it can sign in.`,
      `If you did not do this, unlink it at once, then ${SIGN_OUT}.`,
    ],
    button: () => "See linked accounts",
  },
  "account-unlinked": {
    subject: ({ app }) => `A linked account was removed from ${app}`,
    intro: ({ app }) => [
      `An account at an external provider can no longer sign in to your ${app} account.`,
      `If you did not do this, ${SIGN_OUT}.`,
    ],
    button: () => "See linked accounts",
  },
  "account-not-linked": {
    subject: ({ app }) => `A sign-in to ${app} with your email address was refused`,
    intro: ({ app }) => [
      `Someone tried to sign in to ${app} with an account at an external provider that names your email address. Your ${app} account is not linked to it, so nobody was signed in and nothing was changed.`,
      "If it was you: sign in as you usually do, then link the account there. If it was not, you can ignore this mail.",
    ],
    button: () => "See linked accounts",
  },
  "account-reclaimed": {
    subject: ({ app }) => `Your ${app} account is yours alone again`,
    intro: ({ app }) => [
      `You have just proven that this email address is yours. Your ${app} account had never been confirmed before, so someone else may have set it up.`,
      "To be safe we removed its password, passkeys, linked accounts and pending links, ended all its sessions and cancelled a pending deletion. Name, picture and memberships stayed; no organization is active until you choose one.",
    ],
    button: ({ app }) => `Open ${app}`,
  },
  "export-ready": {
    subject: ({ app }) => `Your ${app} data is ready`,
    intro: ({ app }) => [
      `The export of your data at ${app} is ready. Sign in to download it: the link there works for a day.`,
      `If you did not ask for it, ${SIGN_OUT}.`,
    ],
    button: () => "Download your data",
  },
  "export-failed": {
    subject: ({ app }) => `Your ${app} data could not be exported`,
    intro: ({ app }) => [
      `The export of your data at ${app} could not be made. Please ask for it again.`,
    ],
    button: () => "Ask again",
  },
  "role-changed": {
    subject: ({ app }) => `Your role in an organization at ${app} was changed`,
    intro: ({ app }) => [
      `Your role in one of your organizations at ${app} was changed.`,
      "If that surprises you, ask the organization's owner.",
    ],
    button: () => "Open your organizations",
  },
  "owners-changed": {
    subject: ({ app }) => `The owners of an organization at ${app} changed`,
    intro: ({ app }) => [
      `Someone became an owner of one of your organizations at ${app}, or is no longer one.`,
      `If that surprises you, look at the organization's members and at its log, then ${SIGN_OUT}.`,
    ],
    button: () => "Open your organizations",
  },
  "owner-invited": {
    subject: ({ app }) => `An invitation to own an organization at ${app} was sent`,
    intro: ({ app }) => [
      `Someone was invited to become an owner of one of your organizations at ${app}.`,
      `If that surprises you, cancel the invitation, then ${SIGN_OUT}.`,
    ],
    button: () => "Open your organizations",
  },
  "member-removed": {
    subject: ({ app }) => `You were removed from an organization at ${app}`,
    intro: ({ app }) => [
      `You are no longer a member of one of your organizations at ${app}.`,
      "If that surprises you, ask the organization's owner.",
    ],
    button: ({ app }) => `Open ${app}`,
  },
  "organization-deleted": {
    subject: ({ app }) => `An organization at ${app} was deleted`,
    intro: ({ app }) => [
      `One of the organizations you owned at ${app} was deleted, with its memberships and invitations.`,
      `If that surprises you, ask its other owners, then ${SIGN_OUT}.`,
    ],
    button: () => "Sign out everywhere",
  },
  "organization-second-factor-required": {
    subject: ({ app }) => `An organization at ${app} now requires a second factor`,
    intro: ({ app }) => [
      `One of your organizations at ${app} now opens only to members who have signed in with a second factor.`,
      `No one was removed. If that surprises you, ask its other owners, then ${SIGN_OUT}.`,
    ],
    button: () => "Open your organizations",
  },
  "organization-second-factor-waived": {
    subject: ({ app }) => `An organization at ${app} no longer requires a second factor`,
    intro: ({ app }) => [
      `One of your organizations at ${app} now opens to members who have signed in without a second factor.`,
      `If that surprises you, ask its other owners, then ${SIGN_OUT}.`,
    ],
    button: () => "Open your organizations",
  },
};
