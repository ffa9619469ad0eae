import { defineMail, type Device, type Scene } from "@acme/auth-core/texts";
import type { RecoveryStage } from "./texts/mail-texts.js";
import { textsOf } from "./texts-of.js";

export type { RecoveryStage } from "./texts/mail-texts.js";

/** What the mails of a way back are made of, as it waits sealed. The instants are ISO 8601. */
export interface RecoveryMailData {
  readonly stage: RecoveryStage;
  /** By which the way back is stopped. */
  readonly token: string;
  readonly startedAt: string;
  readonly dueAt: string;
  readonly expiresAt: string;
  readonly ipAddress: string | null;
  readonly device: Device | null;
}

/** Never delayed, and no part of a budget. */
const AT_ONCE = { group: null, footer: "notice" } as const;

/** A way back was begun, waits, is due, or ends soon. */
export const recoveryUnderWay = defineMail({
  name: "secondFactor/recovery",
  ...AT_ONCE,
  layOut: (data: RecoveryMailData, { links, words }: Scene) => {
    const { stage, token, ipAddress, device } = data;
    const place = [device?.browser, device?.system, ipAddress].filter(Boolean).join(", ");
    return {
      values: {
        stage,
        place,
        startedAt: words.instant(data.startedAt),
        dueAt: words.instant(data.dueAt),
        expiresAt: words.instant(data.expiresAt),
      },
      action: { link: `${links.service}/api/auth/recovery/veto?token=${token}` },
      signOut: links.page("sessions", null),
    };
  },
  texts: textsOf("recovery"),
});

/** A way back was stopped. */
export const recoveryVetoed = defineMail({
  name: "secondFactor/recovery-vetoed",
  ...AT_ONCE,
  layOut: ({ startedAt }: { readonly startedAt: string }, { links, words }: Scene) => ({
    values: { startedAt: words.instant(startedAt) },
    action: { link: links.page("sessions", null) },
  }),
  texts: textsOf("recoveryVetoed"),
});

/** A way back was completed. */
export const recoveryCompleted = defineMail({
  name: "secondFactor/recovery-completed",
  ...AT_ONCE,
  layOut: (_data: object, { links }: Scene) => ({
    values: {},
    action: { link: links.page("sessions", null) },
  }),
  texts: textsOf("recoveryCompleted"),
});

/** The mails of the way back. */
export const RECOVERY_MAILS = [recoveryUnderWay, recoveryVetoed, recoveryCompleted];
