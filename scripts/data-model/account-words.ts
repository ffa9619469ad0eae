import type { Area } from "./words.js";

export const USERS: Area = {
  title: "Users and sessions",
  text: "Users, and the sessions in which they are signed in.",
  tables: {
    auth_user: {
      store: "users",
      holds: "A user.",
      readable: ["id", "email", "email_verified", "name", "image", "created_at"],
      columns: {
        email_verified: "whether the user has proven to read that mailbox",
        image: "URL of a picture",
        created_at: "when the account began",
        reclaimed_at: "when the owner of the mailbox recovered the account, which was unverified",
        suspended_at: "when an operator suspended the user",
        suspended_until: "when the suspension ends by itself",
        has_signed_in: "whether a sign-in was ever completed",
        locale: "language that the user has chosen for mails",
        sign_in_language: "header `Accept-Language` of the last sign-in",
        second_factor_since: "when a second factor was enrolled",
        recovery_due_at: "when recovery without the lost factor may be completed",
        own_fields: "fields that the application adds",
      },
    },
    auth_session: {
      store: "sessions",
      holds: "A browser or program in which a user is signed in.",
      columns: {
        authenticated_at: "when the user last proved who they are",
        authenticated_by: "how the user proved it",
        remembered: "whether the browser keeps the session when it is closed",
        last_seen_at: "about when it was last used",
        methods: "all proofs of the session",
        second_factor_at: "when the second factor was last shown",
      },
    },
    auth_known_browser: {
      store: "knownBrowsers",
      holds: "A browser in which a user has signed in before, so that no mail reports it as new.",
      columns: {
        browser_hash: "SHA-256 of the user's id and the browser's token",
        session_id: "the session that the latest sign-in there opened; no foreign key",
        seen_at: "when the latest sign-in there was",
      },
    },
  },
};

export const WAYS_IN: Area = {
  title: "Ways to sign in",
  text: "Credentials of users, and what waits for a proof.",
  tables: {
    auth_password: {
      store: "passwords",
      holds: "The password of a user.",
      columns: { hash: "argon2id or scrypt, with its parameters" },
    },
    auth_passkey: {
      store: "passkeys",
      holds: "A passkey of a user.",
      columns: {
        name: "what the user calls it",
        credential_id: "its id, as browsers send it",
        user_handle: "the handle with which it was created",
        public_key: "COSE key",
        algorithm: "COSE number of its algorithm",
        counter: "signature counter of the authenticator",
        transports: "how browsers reach it",
        device_type: "whether it can be on several devices",
        backed_up: "whether it is on several devices",
        aaguid: "model of the authenticator",
        last_used_at: "when it last signed in",
        uv_initialized: "whether it has verified its user; empty in rows of earlier releases",
      },
    },
    auth_user_handle: {
      store: "passkeys",
      holds: "The random handle by which authenticators identify a user.",
      columns: { handle: "the handle, which says nothing about the user" },
    },
    auth_passkey_challenge: {
      store: "passkeyChallenges",
      holds: "A challenge that waits for the response of an authenticator.",
      columns: {
        ceremony: "registration or authentication",
        challenge_hash: "SHA-256 of the challenge",
        user_id: "the owner of the new passkey, or the user whose passkeys were listed",
        browser_hash: "SHA-256 of the cookie of the browser that was asked",
        mediation: "whether the browser may create the passkey without asking",
      },
    },
    auth_linked_account: {
      store: "linkedAccounts",
      holds: "An account at an external provider that signs a user in.",
      columns: {
        provider_id: "the provider",
        subject: "the account, as the provider names it",
        scopes: "what the provider has granted; its tokens are not stored",
      },
    },
    auth_oauth_state: {
      store: "oauthStates",
      holds: "An authorization at an external provider that has not come back.",
      columns: {
        state_hash: "SHA-256 of `state`",
        provider_id: "the provider",
        browser_hash: "SHA-256 of the cookie of the browser that was sent there",
        user_id: "the user who links an account; empty for a sign-in",
        sealed: "code verifier, nonce and destinations, encrypted",
      },
    },
    auth_mailed_link: {
      store: "mailedLinks",
      holds: "A link in a mail that has not been used.",
      columns: {
        purpose: "reset of the password, change of the email address, or sign-in",
        subject: "the user or email address that it is for; one link for each purpose",
        email: "the email address that it was mailed to",
        user_id: "the user; empty when the email address has none",
        redirect_to: "where the browser goes afterwards",
        name: "name of the user that it creates",
        session_id: "the session whose end voids it; no foreign key",
      },
    },
    auth_one_time_code: {
      store: "oneTimeCodes",
      holds: "A code in a mail that has not been used.",
      columns: {
        type: "what the code is for; one for each email address and type",
        code_hash: "keyed hash of the code",
        attempts_left: "how many wrong guesses are left",
      },
    },
    auth_failure_streak: {
      store: "failureStreaks",
      holds: "Wrong passwords in a row, which are counted to slow down guessing.",
      columns: {
        key: "id of a session, or a pseudonym of email address and network",
        failures: "how many there were",
        blocked_until: "until when no password is compared",
        expires_at: "when the count is dropped",
      },
    },
  },
};
