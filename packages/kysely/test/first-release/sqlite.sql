CREATE TABLE auth_migration (id text not null primary key, checksum text not null, applied_at text not null) strict;
CREATE TABLE auth_user (
    id text not null primary key,
    email text not null unique,
    email_verified integer not null,
    name text not null,
    image text,
    created_at text not null,
    updated_at text not null,
    reclaimed_at text
  ) strict;
CREATE TABLE auth_session (
    id text not null primary key,
    user_id text not null references auth_user (id) on delete cascade,
    token_hash text not null unique,
    authenticated_at text not null,
    authenticated_by text not null,
    remembered integer not null,
    created_at text not null,
    last_seen_at text not null,
    expires_at text not null,
    ip_address text,
    user_agent text
  ) strict;
CREATE INDEX auth_session_user on auth_session (user_id);
CREATE INDEX auth_session_expiry on auth_session (expires_at);
CREATE TABLE auth_organization (
    id text not null primary key,
    name text not null,
    slug text not null unique,
    logo text,
    metadata text not null,
    created_at text not null,
    updated_at text not null
  ) strict;
CREATE TABLE auth_membership (
    id text not null primary key,
    organization_id text not null references auth_organization (id) on delete cascade,
    user_id text not null references auth_user (id) on delete cascade,
    role text not null check (role in ('owner', 'admin', 'member')),
    created_at text not null,
    unique (organization_id, user_id)
  ) strict;
CREATE INDEX auth_membership_user on auth_membership (user_id);
CREATE TABLE auth_one_time_code (
    id text not null primary key,
    email text not null,
    type text not null,
    code_hash text not null,
    attempts_left integer not null check (attempts_left >= -1),
    created_at text not null,
    expires_at text not null,
    unique (email, type)
  ) strict;
CREATE INDEX auth_one_time_code_expiry on auth_one_time_code (expires_at);
CREATE TABLE auth_outbox_mail (
    id text not null primary key,
    sealed text not null,
    status text not null check (status in ('queued', 'dead')),
    attempts integer not null check (attempts >= 0),
    next_attempt_at text not null,
    expires_at text not null,
    created_at text not null,
    lease text
  ) strict;
CREATE INDEX auth_outbox_mail_due on auth_outbox_mail (status, next_attempt_at, id);
CREATE TABLE auth_counter (
    key text not null primary key,
    count integer not null check (count >= 0),
    spent integer not null,
    resets_at text not null
  ) strict;
CREATE INDEX auth_counter_reset on auth_counter (resets_at);
CREATE TABLE auth_audit_entry (
    id text not null primary key,
    at text not null,
    event text not null,
    user_id text,
    organization_id text,
    ip_address text,
    user_agent text,
    detail text not null
  ) strict;
CREATE INDEX auth_audit_entry_user on auth_audit_entry (user_id, at, id);
CREATE INDEX auth_audit_entry_organization on auth_audit_entry (organization_id, at, id);
CREATE INDEX auth_audit_entry_at on auth_audit_entry (at);
CREATE TABLE auth_password (
    user_id text not null primary key references auth_user (id) on delete cascade,
    hash text not null,
    updated_at text not null
  ) strict;
CREATE TABLE auth_failure_streak (
    key text not null primary key,
    failures integer not null check (failures >= 0),
    blocked_until text not null,
    expires_at text not null
  ) strict;
CREATE INDEX auth_failure_streak_expiry on auth_failure_streak (expires_at);
CREATE TABLE auth_mailed_link (
    id text not null primary key,
    purpose text not null,
    subject text not null,
    token_hash text not null unique,
    email text not null,
    user_id text references auth_user (id) on delete cascade,
    redirect_to text,
    created_at text not null,
    expires_at text not null, name text,
    unique (purpose, subject)
  ) strict;
CREATE INDEX auth_mailed_link_email on auth_mailed_link (email);
CREATE INDEX auth_mailed_link_user on auth_mailed_link (user_id);
CREATE INDEX auth_mailed_link_expiry on auth_mailed_link (expires_at);
CREATE TABLE auth_user_handle (
    user_id text not null primary key references auth_user (id) on delete cascade,
    handle text not null unique
  ) strict;
CREATE TABLE auth_passkey (
    id text not null primary key,
    user_id text not null references auth_user (id) on delete cascade,
    name text not null,
    credential_id text not null unique,
    user_handle text,
    public_key text not null,
    algorithm integer not null,
    counter integer not null check (counter >= 0),
    transports text not null,
    device_type text not null check (device_type in ('singleDevice', 'multiDevice')),
    backed_up integer not null,
    aaguid text not null,
    created_at text not null,
    last_used_at text
  ) strict;
CREATE INDEX auth_passkey_user on auth_passkey (user_id);
CREATE TABLE auth_passkey_challenge (
    id text not null primary key,
    ceremony text not null check (ceremony in ('registration', 'authentication')),
    challenge_hash text not null unique,
    user_id text references auth_user (id) on delete cascade,
    browser_hash text,
    created_at text not null,
    expires_at text not null
  ) strict;
CREATE INDEX auth_passkey_challenge_user on auth_passkey_challenge (user_id);
CREATE INDEX auth_passkey_challenge_expiry on auth_passkey_challenge (expires_at);
CREATE TABLE auth_linked_account (
    id text not null primary key,
    provider_id text not null,
    subject text not null,
    user_id text not null references auth_user (id) on delete cascade,
    scopes text not null,
    created_at text not null,
    updated_at text not null,
    unique (provider_id, subject)
  ) strict;
CREATE INDEX auth_linked_account_user on auth_linked_account (user_id);
CREATE TABLE auth_oauth_state (
    id text not null primary key,
    state_hash text not null unique,
    provider_id text not null,
    browser_hash text not null,
    user_id text references auth_user (id) on delete cascade,
    sealed text not null,
    created_at text not null,
    expires_at text not null
  ) strict;
CREATE INDEX auth_oauth_state_user on auth_oauth_state (user_id);
CREATE INDEX auth_oauth_state_expiry on auth_oauth_state (expires_at);
CREATE TABLE auth_invitation (
    id text not null primary key,
    organization_id text not null references auth_organization (id) on delete cascade,
    email text not null,
    role text not null check (role in ('owner', 'admin', 'member')),
    status text not null check (status in ('pending', 'accepted', 'rejected', 'canceled')),
    token_hash text not null unique,
    expires_at text not null,
    inviter_id text references auth_user (id) on delete set null,
    created_at text not null
  ) strict;
CREATE UNIQUE INDEX auth_invitation_pending on auth_invitation (organization_id, email) where status = 'pending';
CREATE INDEX auth_invitation_organization on auth_invitation (organization_id, created_at, id);
CREATE INDEX auth_invitation_email on auth_invitation (email);
CREATE INDEX auth_invitation_inviter on auth_invitation (inviter_id);
CREATE INDEX auth_invitation_expiry on auth_invitation (expires_at);
CREATE INDEX auth_membership_joined on auth_membership (organization_id, created_at, id);
CREATE INDEX auth_membership_role on auth_membership (organization_id, role);
CREATE TABLE auth_job (
    id text not null primary key,
    kind text not null,
    subject text not null,
    status text not null check (status in ('queued', 'dead')),
    attempts integer not null check (attempts >= 0),
    next_attempt_at text not null,
    created_at text not null,
    lease text
  ) strict;
CREATE INDEX auth_job_due on auth_job (status, next_attempt_at, id);
CREATE INDEX auth_job_subject on auth_job (kind, subject);
CREATE TABLE auth_deletion_request (
    id text not null primary key,
    user_id text references auth_user (id) on delete set null,
    status text not null check (status in ('pending', 'cancelled', 'rejected', 'completed')),
    requested_at text not null,
    scheduled_for text not null,
    reason text not null,
    ended_at text,
    error_code text
  ) strict;
CREATE UNIQUE INDEX auth_deletion_request_pending on auth_deletion_request (user_id) where status = 'pending';
CREATE INDEX auth_deletion_request_user on auth_deletion_request (user_id, requested_at, id);
CREATE TABLE auth_export_request (
    id text not null primary key,
    user_id text not null references auth_user (id) on delete cascade,
    status text not null check (status in ('pending', 'ready', 'failed', 'expired')),
    created_at text not null,
    ready_at text,
    expires_at text,
    error_message text,
    file_key text
  ) strict;
CREATE UNIQUE INDEX auth_export_request_pending on auth_export_request (user_id) where status = 'pending';
CREATE INDEX auth_export_request_user on auth_export_request (user_id, created_at, id);
CREATE INDEX auth_export_request_expiry on auth_export_request (expires_at);
CREATE TABLE auth_file_chunk (
    file text not null,
    position integer not null check (position >= 0),
    bytes blob not null,
    primary key (file, position)
  ) strict;
CREATE TABLE billing_migration (id text not null primary key, checksum text not null, applied_at text not null) strict;
CREATE TABLE billing_subscription (
          organization_id text not null primary key references auth_organization (id) on delete cascade,
          plan text not null check (plan in ('free', 'team', 'business')),
          changed_by text references auth_user (id) on delete set null,
          updated_at text not null
        ) strict;
CREATE INDEX billing_subscription_changed_by on billing_subscription (changed_by);
INSERT INTO auth_migration VALUES ('0001-initial', 'e52b2fe7ae10f1ad48bef53bb399e1e781e3b89588cd10a890196c16b06e1d25', '2026-11-22T10:45:06.916Z');
INSERT INTO auth_migration VALUES ('0002-passwords-and-links', '2ee1af8974e4b04045aa76bb50f88e306db57731e61e212bd229c44d80090f5e', '2026-11-22T10:45:06.916Z');
INSERT INTO auth_migration VALUES ('0003-passkeys-and-accounts', '314631b852bacaa97d7c3ad45bdad9d6f67e5704624c9087c573339d88732df2', '2026-11-22T10:45:06.917Z');
INSERT INTO auth_migration VALUES ('0004-invitations', 'ef029428a35edc512a0077c8a4a260d940e26ac448e08adf53fd7b2b409284df', '2026-11-22T10:45:06.917Z');
INSERT INTO auth_migration VALUES ('0005-end-of-accounts', '823e9d37ff38057a135efeb1d288e5bb66d022e1cc8e4b6310a50a4c7dcbe050', '2026-11-22T10:45:06.917Z');
INSERT INTO auth_user VALUES ('019b76da-a800-73c9-abfd-2b30f05c7071', 'ada@example.com', 1, 'ada', NULL, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', NULL);
INSERT INTO auth_user VALUES ('019b76da-a80c-7e6a-91f1-2b41ff34b4d9', 'grace@example.com', 1, 'grace', NULL, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', NULL);
INSERT INTO auth_user VALUES ('019b76da-a81f-7d0c-a357-8aba99eee2cb', 'margaret@example.com', 1, '', NULL, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', NULL);
INSERT INTO auth_user VALUES ('019b76da-a841-78a2-a31f-cd3bc4733189', 'joan@example.com', 1, '', NULL, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', NULL);
INSERT INTO auth_user VALUES ('019b76da-a8a7-77a9-8f4e-7258ac34263c', 'charles@example.com', 0, 'Charles', NULL, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', NULL);
INSERT INTO auth_session VALUES ('019b76da-a803-77b8-992d-dbd3003a91df', '019b76da-a800-73c9-abfd-2b30f05c7071', '3qrOrj24Llis7ezOZbzn1iD1VEu_AzBEgkBBDWYsq4Q', '2026-01-01T00:00:00.000Z', 'password', 1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-08T00:00:00.000Z', '127.0.0.2', 'AdaBrowser/1.0');
INSERT INTO auth_session VALUES ('019b76da-a80f-7400-910b-9d9d7e0ecca7', '019b76da-a80c-7e6a-91f1-2b41ff34b4d9', '4J4BL6daBiBgMXWkk-peXr_BvKSroXTTJTpyRepgwrI', '2026-01-01T00:00:00.000Z', 'password', 1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-08T00:00:00.000Z', '127.0.0.3', 'GraceBrowser/1.0');
INSERT INTO auth_session VALUES ('019b76da-a821-7de8-b707-c34762d5b417', '019b76da-a81f-7d0c-a357-8aba99eee2cb', 'haIrLWQL60thAyqJVT04V4GfK1Q9aoD_jZ5w0_v5rV4', '2026-01-01T00:00:00.000Z', 'email-otp', 1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-08T00:00:00.000Z', '127.0.0.1', NULL);
INSERT INTO auth_session VALUES ('019b76da-a843-7285-a9ce-7539ba7f4f19', '019b76da-a841-78a2-a31f-cd3bc4733189', 'IqEEDfaoIHiJwTtx_iOz8QdXewfurW6dRE07tLfrzbU', '2026-01-01T00:00:00.000Z', 'email-otp', 1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-08T00:00:00.000Z', '127.0.0.1', NULL);
INSERT INTO auth_session VALUES ('019b76da-a864-7c22-8636-6aa62179fbc9', '019b76da-a800-73c9-abfd-2b30f05c7071', 'lm7A4nC4u5CtNTXUUfwD10g8TlF85u-dwj_Vuutgo7E', '2026-01-01T00:00:00.000Z', 'password', 1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-08T00:00:00.000Z', '127.0.0.4', 'AdaPhone/1.0');
INSERT INTO auth_session VALUES ('019b76da-a8aa-778b-99d2-f2c8ada38e35', '019b76da-a8a7-77a9-8f4e-7258ac34263c', 'Z4SwVU09HIUj3IPirnSTeyqRLi_IdTzbDBou_huXaE0', '2026-01-01T00:00:00.000Z', 'password', 1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-08T00:00:00.000Z', '127.0.0.5', NULL);
INSERT INTO auth_organization VALUES ('019b76da-a825-7002-8c5e-6e56596df276', 'Analytical Engines', 'analytical-engines', NULL, '{"plan":"team"}', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');
INSERT INTO auth_membership VALUES ('019b76da-a826-73db-8560-733e75bd153d', '019b76da-a825-7002-8c5e-6e56596df276', '019b76da-a800-73c9-abfd-2b30f05c7071', 'owner', '2026-01-01T00:00:00.000Z');
INSERT INTO auth_membership VALUES ('019b76da-a82e-7083-b5bc-4ed3691a7419', '019b76da-a825-7002-8c5e-6e56596df276', '019b76da-a80c-7e6a-91f1-2b41ff34b4d9', 'admin', '2026-01-01T00:00:00.000Z');
INSERT INTO auth_membership VALUES ('019b76da-a836-7603-8930-4fca7a4422e0', '019b76da-a825-7002-8c5e-6e56596df276', '019b76da-a81f-7d0c-a357-8aba99eee2cb', 'member', '2026-01-01T00:00:00.000Z');
INSERT INTO auth_one_time_code VALUES ('019b76da-a897-7ab2-a5f4-07a7f9aa7b5d', 'ada@example.com', 'sign-in', '0syc4APn.i-uuR4dqEM9uXA5_O2DYPEexn69E_J-r7pZHyqOZahw', 5, '2026-01-01T00:00:00.000Z', '2026-01-01T00:10:00.000Z');
INSERT INTO auth_one_time_code VALUES ('019b76da-a8ad-7b68-85e0-ed22bad2bdbd', 'new@example.com', 'sign-in', '0syc4APn.QuxvUN4gc9yRvOxSYFxxHCjwYJjMsDQfN83DdlWaKmY', 5, '2026-01-01T00:00:00.000Z', '2026-01-01T00:10:00.000Z');
INSERT INTO auth_outbox_mail VALUES ('019b76da-a8a1-7f87-9a9a-9294b332b989', '0syc4APn.zHGte5Qiwj8IdtaKc4pHSt4hG2yeg89xSZsLEoUlpmRFnU9KWfUPFRp5yY-mYPj7em2eiUWV208L-5PZgCQESlPCpVOt5jTZgqFKs5_3WDQseyfmIM3HuHTVc6M6dLNHzA2TQgynr0LjZBkTHJgiiksfgvGlmi3g2C-ZdKx6g_W9P22D-f9Schoq-ZmpETnCPeVDn1HRL8tfQsBznLR9b5E3H92hfhlMuThC', 'queued', 0, '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', '2026-01-01T00:00:00.000Z', NULL);
INSERT INTO auth_outbox_mail VALUES ('019b76da-a8a9-70b5-b310-7bd593fd5420', '0syc4APn.SDbFO7GqL9wFmu4P4BLZoDykcn3WZVqsVXAoRGNbeV-gKpWU1eW1xkxaJFXKeDFBJs1YhOSD_W0G4Tc4V9mwIzeyGN9tSa_nqGaDygzQm4cPYKGWXXc00goV_-_z_EJ4V_MROin3ga1DXHFNyd9tXNnYwdleww77PpKbFxXYDqYaWnHfvhvDUR699eJNhB5YsHgCROGaQyX8CGdskU_ixfTTxagum8qZK5Yqh30W1RNVx9xp20H0q4-ESo78-x0EkmNASeWyhFT13_Fuly0E2aaZYqVi4AuvHmv6pSAbLIAD63URD_Qfopdmza3EPYcoNVt2SpDiRSRsyRJSpCaX4sUop8nfrUIoKSLyt1dk6X3SF68W8ht4V0P5TLiMDTD9szCHRRoAQXXa-9Uwk-CGBVg2PpnX9vy2T0WdplpWD9OGOaPkWvu7xAmPPTDSVwLtYUYOsd3MtZJTpPfkQE3VsbLWBquEYviGslXn6blDJppMM05ZuRszSVqlq0sccxTSQfuL77MG89ZB1Kukr8II5M494UQRpbcyKlfTnM5azhti41xavUwLaIS6rAUUp0tdevXsSA', 'queued', 0, '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', '2026-01-01T00:00:00.000Z', NULL);
INSERT INTO auth_outbox_mail VALUES ('019b76da-a8ae-7d44-88d0-d494ec76b83c', '0syc4APn.R3vnydw0HJHw9Fe72HvSSradPucWKiGzv6l16SVp7St2lpUpgGxXqMbYY4zwQWVon6hP5OebKiAdKBeIc6I29w-osiljKJCDaYkBB9KwGznAn8-FGrO82XPE3vFkF3pTjYkcnmiYSz_nBD9gWMtEiJbbA615ojakjbLxLvfaVR4rwlwH1bXozxsJ2Dws33K5teg3tte_t_Z96XAtWr-jTWK8HAwP4zxjSGdkETpgfuFSChpGndVqVqABUd1WoURipKUV', 'queued', 0, '2026-01-01T00:00:00.000Z', '2026-01-01T00:10:00.000Z', '2026-01-01T00:00:00.000Z', NULL);
INSERT INTO auth_outbox_mail VALUES ('019b76da-a8b2-7136-95de-2b4655d2432e', '0syc4APn.DcY1Yg7aZoDaxYVqe7ut-wmgFkPm0waMUxo0yEoVMj4CqRaqugEPeyCWocTmhi0YDyAq4RPP2VqSDzw0Av5dk7YKGvBNi3T-cR9aDP4NRvCeaAsXlSMt1Ub4IlyFOQC60tdXCceVJv2xBpbt3jCfQQCUGXOLaXNWYr1JJOQ3zrwbKb5LSZ-UYfb1Nij6G9iRQ-VI5f4XwanXTInCXru3ATMQecABmRd1YvRLbYPhalmiZNOKmxqIXrU2nfLjvjms7caUw3bLTLmHH6h5d7IrQ0QUjgZrUsNUhdZe3JkNJMbthUaHhDta5sbbcM44liPqwYRSlwKGaGBLgZzTe87HNhqfQhXh1UWamFOtZG0iirqvER42n2KGslc_CWq_6f_-MwdPV55T9qqUyfSojhCGnnuDhN6qxQOh2Oi___-GuW9DTTpe-3pwWA', 'queued', 0, '2026-01-01T00:00:00.000Z', '2026-01-08T00:00:00.000Z', '2026-01-01T00:00:00.000Z', NULL);
INSERT INTO auth_counter VALUES ('mails-by/A2hNn2kluykk6wBCFF-dbO', 10, 1, '2026-01-01T01:00:00.000Z');
INSERT INTO auth_counter VALUES ('mails-to/email-verification/bL4xm9u6zGWNdOgUkbr9Fo', 1, 1, '2026-01-01T00:15:00.000Z');
INSERT INTO auth_counter VALUES ('mails-by/pgm1JjfsB9BPDBnPV9ED8J', 2, 1, '2026-01-01T01:00:00.000Z');
INSERT INTO auth_counter VALUES ('mails-to/email-verification/qvBQyWvsF4yuzDTfKI5XqC', 1, 1, '2026-01-01T00:15:00.000Z');
INSERT INTO auth_counter VALUES ('mails-by/-M76cy8MHNafCtZFKZRlsO', 6, 1, '2026-01-01T01:00:00.000Z');
INSERT INTO auth_counter VALUES ('mails-to/sign-in/X52XaynsXIwQuZufxCkC8r', 1, 1, '2026-01-01T00:15:00.000Z');
INSERT INTO auth_counter VALUES ('wrong-codes/sQ32FVfHFbTVaLAwKcVdbe', 0, 1, '2026-01-01T01:00:00.000Z');
INSERT INTO auth_counter VALUES ('wrong-codes/X52XaynsXIwQuZufxCkC8r', 0, 1, '2026-01-02T00:00:00.000Z');
INSERT INTO auth_counter VALUES ('mails-to/invitation/qvBQyWvsF4yuzDTfKI5XqC', 1, 1, '2026-01-01T00:15:00.000Z');
INSERT INTO auth_counter VALUES ('mails-to/invitation/X52XaynsXIwQuZufxCkC8r', 1, 1, '2026-01-01T00:15:00.000Z');
INSERT INTO auth_counter VALUES ('mails-to/sign-in/WmmuPfuVIj5MRi3UE9vBxc', 1, 1, '2026-01-01T00:15:00.000Z');
INSERT INTO auth_counter VALUES ('wrong-codes/zF8X0BnV84t8QvHkKLu0yA', 0, 1, '2026-01-01T01:00:00.000Z');
INSERT INTO auth_counter VALUES ('wrong-codes/WmmuPfuVIj5MRi3UE9vBxc', 0, 1, '2026-01-02T00:00:00.000Z');
INSERT INTO auth_counter VALUES ('mails-to/invitation/WmmuPfuVIj5MRi3UE9vBxc', 1, 1, '2026-01-01T00:15:00.000Z');
INSERT INTO auth_counter VALUES ('mails-to/invitation/KH7ABwIPWofptsJOXPcIgn', 1, 1, '2026-01-01T00:15:00.000Z');
INSERT INTO auth_counter VALUES ('mails-to/invitation/HRfqO9nVvIEvM1Go9RPMvN', 1, 1, '2026-01-01T00:15:00.000Z');
INSERT INTO auth_counter VALUES ('mails-to/account-deletion/bL4xm9u6zGWNdOgUkbr9Fo', 2, 1, '2026-01-01T00:15:00.000Z');
INSERT INTO auth_counter VALUES ('exports/019b76da-a800-73c9-abfd-2b30f05c7071', 1, 1, '2026-01-02T00:00:00.000Z');
INSERT INTO auth_counter VALUES ('mails-to/email-change/uCF9kM4ggXF4e12_7iabVF', 1, 1, '2026-01-01T00:15:00.000Z');
INSERT INTO auth_counter VALUES ('mails-to/magic-link/X52XaynsXIwQuZufxCkC8r', 1, 1, '2026-01-01T00:15:00.000Z');
INSERT INTO auth_counter VALUES ('mails-to/password-reset/qvBQyWvsF4yuzDTfKI5XqC', 1, 1, '2026-01-01T00:15:00.000Z');
INSERT INTO auth_counter VALUES ('mails-to/sign-in/bL4xm9u6zGWNdOgUkbr9Fo', 1, 1, '2026-01-01T00:15:00.000Z');
INSERT INTO auth_counter VALUES ('mails-to/account-deletion/qvBQyWvsF4yuzDTfKI5XqC', 1, 1, '2026-01-01T00:15:00.000Z');
INSERT INTO auth_counter VALUES ('exports/019b76da-a81f-7d0c-a357-8aba99eee2cb', 1, 1, '2026-01-02T00:00:00.000Z');
INSERT INTO auth_counter VALUES ('mails-by/UM3JI8PjtQNpdlnzz-IFuT', 1, 1, '2026-01-01T01:00:00.000Z');
INSERT INTO auth_counter VALUES ('mails-to/email-verification/XuT-K4Zqb6Pyv4RIrK7tnO', 1, 1, '2026-01-01T00:15:00.000Z');
INSERT INTO auth_counter VALUES ('mails-to/sign-in/9R_xMlz2YmkXaoPe41iqOm', 1, 1, '2026-01-01T00:15:00.000Z');
INSERT INTO auth_counter VALUES ('mails-to/invitation/qT9le_akQaClmZf_-l-CJu', 1, 1, '2026-01-01T00:15:00.000Z');
INSERT INTO auth_audit_entry VALUES ('019b76da-a801-7a2e-bd22-e0b2ca16810c', '2026-01-01T00:00:00.000Z', 'user.created', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, '127.0.0.2', 'AdaBrowser/1.0', '{"method":"password"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a804-7b1c-b737-6cca75490727', '2026-01-01T00:00:00.000Z', 'session.opened', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, '127.0.0.2', 'AdaBrowser/1.0', '{"sessionId":"019b76da-a803-77b8-992d-dbd3003a91df","method":"password"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a80a-7216-aad6-3c4c58bb351b', '2026-01-01T00:00:00.000Z', 'email.verified', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, '127.0.0.2', 'AdaBrowser/1.0', '{}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a80d-7d09-9b0b-8efb6a96d67d', '2026-01-01T00:00:00.000Z', 'user.created', '019b76da-a80c-7e6a-91f1-2b41ff34b4d9', NULL, '127.0.0.3', 'GraceBrowser/1.0', '{"method":"password"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a810-751b-90e4-5257ab233fd8', '2026-01-01T00:00:00.000Z', 'session.opened', '019b76da-a80c-7e6a-91f1-2b41ff34b4d9', NULL, '127.0.0.3', 'GraceBrowser/1.0', '{"sessionId":"019b76da-a80f-7400-910b-9d9d7e0ecca7","method":"password"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a816-7e9d-bfa0-ad2a6df08085', '2026-01-01T00:00:00.000Z', 'email.verified', '019b76da-a80c-7e6a-91f1-2b41ff34b4d9', NULL, '127.0.0.3', 'GraceBrowser/1.0', '{}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a820-7d46-8056-80a6d3aee06a', '2026-01-01T00:00:00.000Z', 'user.created', '019b76da-a81f-7d0c-a357-8aba99eee2cb', NULL, '127.0.0.1', NULL, '{"method":"email-otp"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a822-7bf6-9273-b1301a230f35', '2026-01-01T00:00:00.000Z', 'session.opened', '019b76da-a81f-7d0c-a357-8aba99eee2cb', NULL, '127.0.0.1', NULL, '{"sessionId":"019b76da-a821-7de8-b707-c34762d5b417","method":"email-otp"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a827-71fb-a4c1-46dadf1e923f', '2026-01-01T00:00:00.000Z', 'organization.created', '019b76da-a800-73c9-abfd-2b30f05c7071', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.2', 'AdaBrowser/1.0', '{}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a828-76be-b695-e51309639505', '2026-01-01T00:00:00.000Z', 'member.added', '019b76da-a800-73c9-abfd-2b30f05c7071', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.2', 'AdaBrowser/1.0', '{"memberId":"019b76da-a826-73db-8560-733e75bd153d","role":"owner"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a82b-7376-8b00-c6d423cc386f', '2026-01-01T00:00:00.000Z', 'invitation.created', '019b76da-a800-73c9-abfd-2b30f05c7071', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.2', 'AdaBrowser/1.0', '{"invitationId":"019b76da-a82a-7958-a5c9-37ff488707f1","role":"admin"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a82f-7168-b808-8732e0d3b480', '2026-01-01T00:00:00.000Z', 'invitation.accepted', '019b76da-a80c-7e6a-91f1-2b41ff34b4d9', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.3', 'GraceBrowser/1.0', '{"invitationId":"019b76da-a82a-7958-a5c9-37ff488707f1","role":"admin"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a830-74c2-be78-c2285c6bfb94', '2026-01-01T00:00:00.000Z', 'member.added', '019b76da-a80c-7e6a-91f1-2b41ff34b4d9', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.3', 'GraceBrowser/1.0', '{"memberId":"019b76da-a82e-7083-b5bc-4ed3691a7419","role":"admin"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a833-7965-9c29-268378bcaad9', '2026-01-01T00:00:00.000Z', 'invitation.created', '019b76da-a800-73c9-abfd-2b30f05c7071', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.2', 'AdaBrowser/1.0', '{"invitationId":"019b76da-a832-795e-aea8-19e086344dd1","role":"member"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a837-7282-9e7d-de6637e63c34', '2026-01-01T00:00:00.000Z', 'invitation.accepted', '019b76da-a81f-7d0c-a357-8aba99eee2cb', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.1', NULL, '{"invitationId":"019b76da-a832-795e-aea8-19e086344dd1","role":"member"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a838-70a8-98f9-e7e170521ddd', '2026-01-01T00:00:00.000Z', 'member.added', '019b76da-a81f-7d0c-a357-8aba99eee2cb', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.1', NULL, '{"memberId":"019b76da-a836-7603-8930-4fca7a4422e0","role":"member"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a842-7c55-9863-b920c6a59973', '2026-01-01T00:00:00.000Z', 'user.created', '019b76da-a841-78a2-a31f-cd3bc4733189', NULL, '127.0.0.1', NULL, '{"method":"email-otp"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a844-7f1b-809c-26bb4d65c41a', '2026-01-01T00:00:00.000Z', 'session.opened', '019b76da-a841-78a2-a31f-cd3bc4733189', NULL, '127.0.0.1', NULL, '{"sessionId":"019b76da-a843-7285-a9ce-7539ba7f4f19","method":"email-otp"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a847-7f92-a923-afc101795b0f', '2026-01-01T00:00:00.000Z', 'invitation.created', '019b76da-a800-73c9-abfd-2b30f05c7071', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.2', 'AdaBrowser/1.0', '{"invitationId":"019b76da-a846-71f2-94ec-e9dfd3b02195","role":"member"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a84a-7108-a348-667a82f43152', '2026-01-01T00:00:00.000Z', 'invitation.rejected', '019b76da-a841-78a2-a31f-cd3bc4733189', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.1', NULL, '{"invitationId":"019b76da-a846-71f2-94ec-e9dfd3b02195"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a84d-738a-90d7-7eaf665629d9', '2026-01-01T00:00:00.000Z', 'invitation.created', '019b76da-a800-73c9-abfd-2b30f05c7071', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.2', 'AdaBrowser/1.0', '{"invitationId":"019b76da-a84c-72f3-a2a6-52b2dc166cf9","role":"owner"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a850-75eb-9518-5d731afe3eba', '2026-01-01T00:00:00.000Z', 'invitation.canceled', '019b76da-a800-73c9-abfd-2b30f05c7071', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.2', 'AdaBrowser/1.0', '{"invitationId":"019b76da-a84c-72f3-a2a6-52b2dc166cf9"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a853-79cc-b428-59fe7b196f14', '2026-01-01T00:00:00.000Z', 'invitation.created', '019b76da-a800-73c9-abfd-2b30f05c7071', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.2', 'AdaBrowser/1.0', '{"invitationId":"019b76da-a852-7f39-8534-20eb6b89aa92","role":"member"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a85d-7c1f-83a4-a646c5d32bfc', '2026-01-01T00:00:00.000Z', 'passkey.added', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, '127.0.0.2', 'AdaBrowser/1.0', '{"passkeyId":"019b76da-a85c-7695-a264-d71d832a032e"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a865-768c-b349-8ad70ddabf13', '2026-01-01T00:00:00.000Z', 'session.opened', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, '127.0.0.4', 'AdaPhone/1.0', '{"sessionId":"019b76da-a864-7c22-8636-6aa62179fbc9","method":"password"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a867-766f-bcca-6f7e3ce58816', '2026-01-01T00:00:00.000Z', 'password.refused', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, '127.0.0.2', 'AdaBrowser/1.0', '{}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a86b-71e3-96ce-506d8cf2fa45', '2026-01-01T00:00:00.000Z', 'deletion.requested', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, '127.0.0.2', 'AdaBrowser/1.0', '{"requestId":"019b76da-a869-7c20-ae3b-2ea087f10664"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a86e-725e-85bc-7c0d1aa25a6b', '2026-01-01T00:00:00.000Z', 'deletion.cancelled', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, '127.0.0.2', 'AdaBrowser/1.0', '{"requestId":"019b76da-a869-7c20-ae3b-2ea087f10664","because":"cancelled"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a873-7275-b7a4-140c77bf7c53', '2026-01-01T00:00:00.000Z', 'export.requested', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, '127.0.0.2', 'AdaBrowser/1.0', '{"requestId":"019b76da-a871-76dd-a8a7-da204864253a"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a87a-7ffb-a653-b3c2e9ea79c1', '2026-01-01T00:00:00.000Z', 'export.ready', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, NULL, NULL, '{"requestId":"019b76da-a871-76dd-a8a7-da204864253a"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a883-73b0-9e02-fee305d402e5', '2026-01-01T00:00:00.000Z', 'email.change_requested', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, '127.0.0.2', 'AdaBrowser/1.0', '{}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a8a0-73e4-8e65-99e363ae15c3', '2026-01-01T00:00:00.000Z', 'deletion.requested', '019b76da-a80c-7e6a-91f1-2b41ff34b4d9', NULL, '127.0.0.3', 'GraceBrowser/1.0', '{"requestId":"019b76da-a89e-75a7-8b4d-7386f93c8e9d"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a8a5-7ce8-8221-d9df8e4fefc4', '2026-01-01T00:00:00.000Z', 'export.requested', '019b76da-a81f-7d0c-a357-8aba99eee2cb', NULL, '127.0.0.1', NULL, '{"requestId":"019b76da-a8a3-7127-a1a5-2393f940dc25"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a8a8-76b4-97fa-5a87b8cc6e7e', '2026-01-01T00:00:00.000Z', 'user.created', '019b76da-a8a7-77a9-8f4e-7258ac34263c', NULL, '127.0.0.5', NULL, '{"method":"password"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a8ab-7130-8620-414f0b8894e9', '2026-01-01T00:00:00.000Z', 'session.opened', '019b76da-a8a7-77a9-8f4e-7258ac34263c', NULL, '127.0.0.5', NULL, '{"sessionId":"019b76da-a8aa-778b-99d2-f2c8ada38e35","method":"password"}');
INSERT INTO auth_audit_entry VALUES ('019b76da-a8b1-7f1f-8f2c-ffd4677f7f08', '2026-01-01T00:00:00.000Z', 'invitation.created', '019b76da-a800-73c9-abfd-2b30f05c7071', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.2', 'AdaBrowser/1.0', '{"invitationId":"019b76da-a8b0-7c56-8af9-6ed5ed01d5b6","role":"member"}');
INSERT INTO auth_password VALUES ('019b76da-a800-73c9-abfd-2b30f05c7071', '$argon2id$v=19$m=19456,t=2,p=1$wNfH+PqBm2MBcQw35geGFQ$YVtXlgYorvc94b9js48vf9upCwvUr9G9Za1j3bNXvtE', '2026-01-01T00:00:00.000Z');
INSERT INTO auth_password VALUES ('019b76da-a80c-7e6a-91f1-2b41ff34b4d9', '$argon2id$v=19$m=19456,t=2,p=1$vuyrQljlh6EBDir7utYf0A$+XaMLW7XzEQ90EwP287bsQtKVn8Jsoai1bv+HZ3ftPk', '2026-01-01T00:00:00.000Z');
INSERT INTO auth_password VALUES ('019b76da-a8a7-77a9-8f4e-7258ac34263c', '$argon2id$v=19$m=19456,t=2,p=1$N6uy5HrcwO/vA3f5mhNtIQ$Qlb9gOzLOS7tPaHuu5H2TNVW3Xe6VRYl6Kjrs1bduFk', '2026-01-01T00:00:00.000Z');
INSERT INTO auth_mailed_link VALUES ('019b76da-a881-72a5-974f-b1d95cca64eb', 'email-change', '019b76da-a800-73c9-abfd-2b30f05c7071', 'q6_BvONILy5OOZPEQAlzvGRcFd2Z1bJF2wTikd4rBp0', 'ada.new@example.com', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, '2026-01-01T00:00:00.000Z', '2026-01-01T01:00:00.000Z', NULL);
INSERT INTO auth_mailed_link VALUES ('019b76da-a889-7f8f-a014-69a89060f884', 'magic-link', 'margaret@example.com', '0zy2V_nNDknKa-DloD-2vqZ1kGdCjiBP1HVcQiIw8ck', 'margaret@example.com', NULL, NULL, '2026-01-01T00:00:00.000Z', '2026-01-01T00:10:00.000Z', '');
INSERT INTO auth_mailed_link VALUES ('019b76da-a890-7d8d-aeb8-2d6ff952ab1f', 'password-reset', 'grace@example.com', 'h6Sf6vTmNLYQuJ_Ss6gPctI1CbPYQdQquLzxxzl_LTQ', 'grace@example.com', '019b76da-a80c-7e6a-91f1-2b41ff34b4d9', NULL, '2026-01-01T00:00:00.000Z', '2026-01-01T00:30:00.000Z', NULL);
INSERT INTO auth_user_handle VALUES ('019b76da-a800-73c9-abfd-2b30f05c7071', 'jq5ddQt724RiAZV9MpgJR03NxXTtrIj4a2cBukqIJBqfQkXmQO2P8Qk1_HK6YZ4cIxUqxaLBXqw1P0Eup6bixg');
INSERT INTO auth_passkey VALUES ('019b76da-a85c-7695-a264-d71d832a032e', '019b76da-a800-73c9-abfd-2b30f05c7071', 'Laptop', 'ge_WZR4emyvynJiq3bSKeN7oC_2runfGtMmLdEortYw', 'jq5ddQt724RiAZV9MpgJR03NxXTtrIj4a2cBukqIJBqfQkXmQO2P8Qk1_HK6YZ4cIxUqxaLBXqw1P0Eup6bixg', 'pQECAyYgASFYIPjdtFo94-XwAFzWFcgbwqB-aDIOKaCfU2aPzNZcptWmIlggdd2KPBFurv64lbAB6yLTWVGMO9Jc1Ot4eGdqF25vnkA', -7, 1, '["internal","hybrid"]', 'multiDevice', 1, '00000000-0000-0000-0000-000000000000', '2026-01-01T00:00:00.000Z', NULL);
INSERT INTO auth_passkey_challenge VALUES ('019b76da-a860-72a1-8635-63127c5cb4f6', 'registration', 'JxEgQSyN3MeDxQfVF1zY8KC0wQuyfjnUMYY7FPzH6Yo', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, '2026-01-01T00:00:00.000Z', '2026-01-01T00:05:00.000Z');
INSERT INTO auth_passkey_challenge VALUES ('019b76da-a862-7e0f-ae0b-8ffcff6115c9', 'authentication', 'Aw-GKdjO_BTMNQWaeEbJ4TQOhWTv3f6Aokg66qUfzus', NULL, 'MRTL9kLnjbibjXY0sJ7yvEfhz-ga2pGWO-wnstFfRyo', '2026-01-01T00:00:00.000Z', '2026-01-01T00:05:00.000Z');
INSERT INTO auth_linked_account VALUES ('account-of-ada-01', 'idp', 'countess', '019b76da-a800-73c9-abfd-2b30f05c7071', '["openid"]', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');
INSERT INTO auth_oauth_state VALUES ('trip-of-ada-00001', 'state', 'idp', 'browser', '019b76da-a800-73c9-abfd-2b30f05c7071', 'trip', '2026-01-01T00:00:00.000Z', '2026-01-01T01:00:00.000Z');
INSERT INTO auth_invitation VALUES ('019b76da-a82a-7958-a5c9-37ff488707f1', '019b76da-a825-7002-8c5e-6e56596df276', 'grace@example.com', 'admin', 'accepted', 'M5gigSIjQ888c5MmAM0aUiBA8c1Ft2WtMxxr9z0LzAU', '2026-01-08T00:00:00.000Z', '019b76da-a800-73c9-abfd-2b30f05c7071', '2026-01-01T00:00:00.000Z');
INSERT INTO auth_invitation VALUES ('019b76da-a832-795e-aea8-19e086344dd1', '019b76da-a825-7002-8c5e-6e56596df276', 'margaret@example.com', 'member', 'accepted', 'RnAgru5V2wlgeGCDPuOzPVdtcPOFj69IFuCsZtOe93s', '2026-01-08T00:00:00.000Z', '019b76da-a800-73c9-abfd-2b30f05c7071', '2026-01-01T00:00:00.000Z');
INSERT INTO auth_invitation VALUES ('019b76da-a846-71f2-94ec-e9dfd3b02195', '019b76da-a825-7002-8c5e-6e56596df276', 'joan@example.com', 'member', 'rejected', 'Qpm68sMKZi7G8enlbyp83E7Wg3xzluhM69NbNsIu8ts', '2026-01-08T00:00:00.000Z', '019b76da-a800-73c9-abfd-2b30f05c7071', '2026-01-01T00:00:00.000Z');
INSERT INTO auth_invitation VALUES ('019b76da-a84c-72f3-a2a6-52b2dc166cf9', '019b76da-a825-7002-8c5e-6e56596df276', 'mistake@example.com', 'owner', 'canceled', 'OtMRH_r4ygNu35k0IiRz7xqGJ0J9QcZGgY8rf2cj5nw', '2026-01-08T00:00:00.000Z', '019b76da-a800-73c9-abfd-2b30f05c7071', '2026-01-01T00:00:00.000Z');
INSERT INTO auth_invitation VALUES ('019b76da-a852-7f39-8534-20eb6b89aa92', '019b76da-a825-7002-8c5e-6e56596df276', 'barbara@example.com', 'member', 'pending', 'LZ_zODyCaj06Xc_3k4s4PUf6apIPe88UDFnXNBJy3wc', '2026-01-08T00:00:00.000Z', '019b76da-a800-73c9-abfd-2b30f05c7071', '2026-01-01T00:00:00.000Z');
INSERT INTO auth_invitation VALUES ('019b76da-a8b0-7c56-8af9-6ed5ed01d5b6', '019b76da-a825-7002-8c5e-6e56596df276', 'mary@example.com', 'member', 'pending', 'hflMIPSw_kLBjjXkL8BpddlnX4wLsaS9CI7zwfCgX9g', '2026-01-08T00:00:00.000Z', '019b76da-a800-73c9-abfd-2b30f05c7071', '2026-01-01T00:00:00.000Z');
INSERT INTO auth_job VALUES ('019b76da-a879-7e08-b328-7bddeb96c9b9', 'expire-export', '019b76da-a871-76dd-a8a7-da204864253a', 'queued', 0, '2026-01-02T00:00:00.000Z', '2026-01-01T00:00:00.000Z', NULL);
INSERT INTO auth_job VALUES ('019b76da-a89f-770b-8978-f7bcb9b6d2aa', 'delete-account', '019b76da-a89e-75a7-8b4d-7386f93c8e9d', 'queued', 0, '2026-01-31T00:00:00.000Z', '2026-01-01T00:00:00.000Z', NULL);
INSERT INTO auth_job VALUES ('019b76da-a8a4-7645-9d58-edce7cb39297', 'produce-export', '019b76da-a8a3-7127-a1a5-2393f940dc25', 'queued', 0, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', NULL);
INSERT INTO auth_deletion_request VALUES ('019b76da-a869-7c20-ae3b-2ea087f10664', '019b76da-a800-73c9-abfd-2b30f05c7071', 'cancelled', '2026-01-01T00:00:00.000Z', '2026-01-31T00:00:00.000Z', 'a change of mind', '2026-01-01T00:00:00.000Z', NULL);
INSERT INTO auth_deletion_request VALUES ('019b76da-a89e-75a7-8b4d-7386f93c8e9d', '019b76da-a80c-7e6a-91f1-2b41ff34b4d9', 'pending', '2026-01-01T00:00:00.000Z', '2026-01-31T00:00:00.000Z', 'retired', NULL, NULL);
INSERT INTO auth_export_request VALUES ('019b76da-a871-76dd-a8a7-da204864253a', '019b76da-a800-73c9-abfd-2b30f05c7071', 'ready', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', NULL, '019b76da-a871-76dd-a8a7-da204864253a.019b76da-a877-7289-b533-4791df647e71');
INSERT INTO auth_export_request VALUES ('019b76da-a8a3-7127-a1a5-2393f940dc25', '019b76da-a81f-7d0c-a357-8aba99eee2cb', 'pending', '2026-01-01T00:00:00.000Z', NULL, NULL, NULL, NULL);
INSERT INTO auth_file_chunk VALUES ('019b76da-a871-76dd-a8a7-da204864253a.019b76da-a877-7289-b533-4791df647e71', 0, X'dd584d6f1b3710bdf757183c6b547e2c39a44e75da14e8a145d1143db4c861480eed45a55d757795c40dfcdf8bb5fca1589265258d1318d0493b5cf2bd373b337cefc5aae74eccde8b3a8b99902a44749980bc94802605a05832e868649136a1442526821754cfc54c50a6eff81d2d96739ea67671f3e40feeea527316b3a15bf14434b4e075b498887a41672c66cd6a3e9f88d4310d9c4f0731135a6a07528154bf4b39bbfa4da5947f8a89582df3e1b0cb8958f02272d79fd7cb5eccfedac6a41da0c911bc75233ac3686356d66431116d77464dfd2f0d75dbfc747f9d059452834f96c1b17536b85c34ba7beb7e59033d6d687e31d489e6272f9bb3bae1fe5edcabf9ea6c24e4360ef836ae6be7e33bdab70d77e2910c5dbe9e085ae57a78d90c5dcdbbc1a301d468212255a02a991063c1648d98083a2000bfe1660ce177cbb61ba61dffb3e27ee05dbcad85ad97a73977dcf7622694c6a99ccaa91e95ecb93b3d5bbfec34d38bae7ddb73f7ad9a4a31119987abbc7a2fae37b8af032a4097339027844c5a56de55da1a129797936dc48e01b565f03626c024b322d2965c3c0271e6398fd0a6899ac4f3f993637601306909c4268266921e8b92ce55622222275af563badc9d6e37131150b181e01283952efb5474a1ca7e0c135f4afdfd4cecc68c80ce15882911b8826c125bef953b02f392fafe6ddbe569c765d57f36c4bbcf6f019d4f104d15c053469933c5a28ef95e7beefb51b276c9cd91a7afb64fffeb79dbf0965ad77b6ca9558d6a69f0ce3870444e2b0c25a620c63a3d9cb77983dfdd0ada0c9854016fa80272954b361b1d4b3a52c1bff9624a397fbe84bddee43e053601ba6081b4ab20a3cade689246f31eb80630a404b1d21e6c288c510557547504dcba79530fb42e58ebcef109aded1359b93bcb16311ab09800de9a0ab4e4e8a20f4441dff5bf752bdf439404b41c2158e5c166348a0a1b8ef491445dd5ceaf93a92a01ea62803439b03aea9c9473a984ddcc5419d078822033023215e7acd32187679742fb89b93742ede609014bd040411ba0929454186c94e5f9f1e40055d1102a4ec021976ca2d42ad8c77d6a66ac49ce42483a8076dea08f89e8192694d180c13210930715587a67aa2a67f538a2740434e8c0472921b95c699392f1eef96594a691280f64530083a554dea3c4b24114e545ddece1c903bac810c7c6c85619199c09561e3389ae75d8dbd29f88a1f529b6367ce08a79b82e691cbfd60854250595cb948be2a0cd3159b449c717cfa39d2825016ae580283b30a94ad6c768ac3ae65e7665344cdfdc380d4f3897cb0a30aa04110d824b89d05641a2c6a799cb8fc8d03d93b93480183d84a033e4988d948682cae5f193b95480a41962d61a58469d4839afe43193f908e281fcfc5f18d805e7f5e48698dd3ec94317175a0de7dc8c96cdc0f9c5c5e68b3fea16f548ffeb836d0f05cfa91f5e313787e2f8ddb2eeb8ff30cc6f996a3bc47f207f8e26e8a0985f3f45a3f99652bb6a861fae2d92dfd606c69efc7ac0d0e9071a56fd077ece44744c7ddb8c6df5249d5373c6276d3959d4cdf88cbbaeedbe6ff3ada37a6bce1cc2d6a773ceab39e71fdb6e23d2ec60a1c98f3120330df4f2ca1f7c10fe7e0f6f03fe929b5c376737007fe6be3fde35ee98f2c518b45eb521e6f8c7551d58c53e75f572b82e06af2fbff90f');
INSERT INTO auth_file_chunk VALUES ('019b76da-a871-76dd-a8a7-da204864253a.019b76da-a877-7289-b533-4791df647e71', 1, X'');
INSERT INTO billing_migration VALUES ('0001-subscriptions', '166cc4845dcb2de9bff449733479c06693d58f197f0eeb043942a2cb76ef27f5', '2026-11-22T10:45:06.929Z');
INSERT INTO billing_subscription VALUES ('019b76da-a825-7002-8c5e-6e56596df276', 'team', '019b76da-a800-73c9-abfd-2b30f05c7071', '2026-01-01T00:00:00.000Z');
