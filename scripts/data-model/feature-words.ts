import { type Area, secondFactorLedger, webhookLedger } from "./words.js";

export const SECOND_FACTOR: Area = {
  title: "Second factor",
  text: "Only with the feature [`@acme/auth-second-factor`](guide/second-factor.md).",
  tables: {
    auth_second_factor_totp: {
      store: "totpSecrets",
      holds: "The authenticator app of a user.",
      columns: {
        last_step: "time of the last code, which is not taken again",
        confirmed_at: "when a code of it was first right",
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
      holds: "A sign-in whose first proof was right, and that waits for its second.",
      columns: {
        token_hash: "SHA-256 of the cookie by which the browser goes on",
        method: "how the first proof was made",
        passkey_id: "the passkey of the first proof; no foreign key",
        user_verified: "whether that passkey verified its user",
        link: "the account of a provider that it links",
        remembered: "whether the browser is to keep the session",
        redirect_to: "where the browser goes afterwards",
        session_id: "the session that the first proof presented; no foreign key",
      },
    },
    auth_second_factor_recovery: {
      store: "recoveries",
      holds: "A way back into an account whose second factors are lost.",
      columns: {
        started_at: "when it was begun",
        due_at: "from then on it may be completed",
        ended_at: "when it ended",
        ended: "how it ended",
        forget_at: "when the row goes",
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
      holds: "Another system that is told of events.",
      columns: {
        url: "its address",
        events: "names of the events that it is told of; empty for all",
        previous_sealed_secret: "the secret before, encrypted",
        previous_secret_ends_at: "until when the secret before signs too",
        disabled_at: "since when it is told of nothing",
        disabled_because: "who or what disabled it",
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
        answer_status: "status of the answer",
        failure: "what went wrong instead of an answer",
      },
    },
    auth_webhook_migration: webhookLedger,
  },
};
