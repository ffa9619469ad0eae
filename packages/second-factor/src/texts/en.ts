import type { FactorTexts } from "./mail-texts.js";

const NOT_YOU =
  "If this wasn't you, someone is in your account: sign out everywhere, set a new password, and write to the people who run this service.";

export const en: FactorTexts = {
  enabled: {
    subject: ({ app }) => `Two-step verification is on at ${app}`,
    intro: ({ app, byPasskey }) => [
      byPasskey
        ? `Signing in to your account at ${app} now takes your passkey, or a second step.`
        : `Signing in to your account at ${app} now takes a code of your authenticator app, too.`,
      "Keep your recovery codes where you find them without your phone: each lets you in once.",
      NOT_YOU,
    ],
    button: () => "See where you are signed in",
  },
  replaced: {
    subject: ({ app }) => `A new second step for your account at ${app}`,
    intro: ({ app }) => [
      `The second step of signing in to your account at ${app} was set up anew. Earlier recovery codes no longer work.`,
      NOT_YOU,
    ],
    button: () => "See where you are signed in",
  },
  disabled: {
    subject: ({ app }) => `Two-step verification is off at ${app}`,
    intro: ({ app, byUser }) => [
      byUser
        ? `Your account at ${app} no longer asks for a second step.`
        : `The second step of your account at ${app} was removed.`,
      NOT_YOU,
    ],
    button: () => "See where you are signed in",
  },
  guessed: {
    subject: ({ app }) => `Wrong codes for your account at ${app}`,
    intro: ({ app, byPassword }) => [
      `Someone has entered five wrong codes for your account at ${app} today. They did not get in.`,
      byPassword
        ? "They know your password. If this wasn't you, set a new one now."
        : "They passed your first step. If this wasn't you, check who can read your mail and use your linked accounts.",
    ],
    button: () => "See where you are signed in",
  },
  codesReplaced: {
    subject: ({ app }) => `New recovery codes for your account at ${app}`,
    intro: ({ app }) => [
      `New recovery codes were made for your account at ${app}. Earlier ones no longer work.`,
      NOT_YOU,
    ],
    button: () => "See where you are signed in",
  },
  codeUsed: {
    subject: ({ app }) => `A recovery code was used at ${app}`,
    intro: ({ app, left }) => [
      `One of your recovery codes was used for your account at ${app}. Codes left: ${left}.`,
      left === 0 ? "Make new ones now: without them a lost phone locks you out." : NOT_YOU,
    ],
    button: () => "See where you are signed in",
  },
  recovery: {
    subject: ({ app, stage }) =>
      stage === "started"
        ? `Is this you? Access to your account at ${app} without a second step`
        : `Still under way: access to your account at ${app} without a second step`,
    intro: ({ app, stage, startedAt, dueAt, expiresAt, place }) => [
      `On ${startedAt}${place === "" ? "" : ` (${place})`} someone who can read this mailbox asked to get into your account at ${app} without its second step.`,
      stage === "started" || stage === "waits"
        ? `If you do nothing, this becomes possible on ${dueAt}.`
        : `This is possible now, until ${expiresAt}.`,
      "If this wasn't you, stop it with the button. Signing in with your second step stops it too.",
    ],
    button: () => "Stop this",
    outro: ({ dueAt }) => [
      `If it was you: sign in by mail again after ${dueAt}. Your password, passkeys, linked accounts and second steps are removed then.`,
    ],
  },
  recoveryVetoed: {
    subject: ({ app }) => `Stopped: access to your account at ${app} without a second step`,
    intro: ({ app, startedAt }) => [
      `The request of ${startedAt} to get into your account at ${app} without its second step was stopped.`,
      "If you did not make that request, someone else can read your mail: change the password of your mailbox.",
    ],
    button: () => "See where you are signed in",
  },
  recoveryCompleted: {
    subject: ({ app }) => `Your account at ${app} was recovered`,
    intro: ({ app }) => [
      `Your account at ${app} was recovered by mail. Its password, passkeys, linked accounts and second steps were removed, and all devices signed out.`,
      "If this wasn't you, write to the people who run this service at once.",
    ],
    button: () => "See where you are signed in",
  },
};
