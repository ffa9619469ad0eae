import { type Area, secondFactorLedger, webhookLedger } from "./words.js";

export const SECOND_FACTOR: Area = {
  title: "Second factor",
  text: "Only with the feature [`@acme/auth-second-factor`](guide/second-factor.md).",
  tables: {
    auth_second_factor_totp: {
      store: "totpSecrets",
      holds: "The authenticator app of a user.",
      columns: {
        last_step: "time step of the last code, which is not accepted again",
        confirmed_at: "when its first correct code came",
      },
    },
    auth_second_factor_recovery_code: {
      store: "recoveryCodes",
      holds: "A recovery code that has not been used.",
      columns: { hash: "hash of the user's id and the code" },
    },
    auth_second_factor_enrolment: {
      store: "totpEnrolments",
      holds: "An authenticator app that waits for its first code.",
      columns: {
        session_id: "the session in which it was begun",
        code_hashes: "the recovery codes that come with it, hashed",
      },
    },
    auth_second_factor_pending: {
      store: "pendingSignIns",
      holds: "A sign-in with a correct first proof that waits for its second proof.",
      columns: {
        token_hash: "SHA-256 of the cookie with which the browser continues",
        method: "how the first proof was made",
        passkey_id: "the passkey of the first proof; no foreign key",
        user_verified: "whether that passkey verified its user",
        link: "the provider's account that it links",
        remembered: "whether the browser keeps the session when it is closed",
        redirect_to: "where the browser goes afterwards",
        session_id: "the session that the first proof presented; no foreign key",
      },
    },
    auth_second_factor_recovery: {
      store: "recoveries",
      holds: "The recovery of an account whose second factors are lost.",
      columns: {
        started_at: "when it was begun",
        due_at: "from when it may be completed",
        ended_at: "when it ended",
        ended: "how it ended",
        forget_at: "when the row is removed",
      },
    },
    auth_second_factor_migration: secondFactorLedger,
  },
};

export const WEBHOOKS: Area = {
  title: "Webhooks",
  text: "Only with the feature [`@acme/auth-webhooks`](guide/events-and-webhooks.md).",
  tables: {
    auth_webhook_endpoint: {
      store: "webhookEndpoints",
      holds: "Another system to which events are sent.",
      columns: {
        url: "its URL",
        events: "names of the events that it gets; empty for all",
        previous_sealed_secret: "the previous secret, encrypted",
        previous_secret_ends_at: "until when the previous secret signs too",
        disabled_at: "when it was disabled",
        disabled_because: "`operator`, or `gone` after the receiver answered 410",
      },
    },
    auth_webhook_delivery: {
      store: "webhookDeliveries",
      holds: "An event for one endpoint.",
      columns: {
        endpoint_id: "the endpoint; no foreign key",
        event_id: "the event",
        event: "its name",
        payload: "what is sent",
        status: "queued, delivered or dead",
        attempted_at: "when it was last tried",
        answer_status: "HTTP status of the answer",
        failure: "why there was no answer",
      },
    },
    auth_webhook_migration: webhookLedger,
  },
};
