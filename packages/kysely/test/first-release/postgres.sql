SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.auth_audit_entry (
    id text NOT NULL COLLATE pg_catalog."C",
    at timestamp(3) with time zone NOT NULL,
    event text NOT NULL,
    user_id text COLLATE pg_catalog."C",
    organization_id text COLLATE pg_catalog."C",
    ip_address text,
    user_agent text,
    detail jsonb NOT NULL
);
CREATE TABLE public.auth_counter (
    key text NOT NULL COLLATE pg_catalog."C",
    count integer NOT NULL,
    spent boolean NOT NULL,
    resets_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT auth_counter_count_check CHECK ((count >= 0))
);
CREATE TABLE public.auth_deletion_request (
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text COLLATE pg_catalog."C",
    status text NOT NULL,
    requested_at timestamp(3) with time zone NOT NULL,
    scheduled_for timestamp(3) with time zone NOT NULL,
    reason text NOT NULL,
    ended_at timestamp(3) with time zone,
    error_code text,
    CONSTRAINT auth_deletion_request_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'cancelled'::text, 'rejected'::text, 'completed'::text])))
);
CREATE TABLE public.auth_export_request (
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    ready_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone,
    error_message text,
    file_key text,
    CONSTRAINT auth_export_request_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'ready'::text, 'failed'::text, 'expired'::text])))
);
CREATE TABLE public.auth_failure_streak (
    key text NOT NULL COLLATE pg_catalog."C",
    failures integer NOT NULL,
    blocked_until timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT auth_failure_streak_failures_check CHECK ((failures >= 0))
);
CREATE TABLE public.auth_file_chunk (
    file text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL,
    bytes bytea NOT NULL,
    CONSTRAINT auth_file_chunk_position_check CHECK (("position" >= 0))
);
CREATE TABLE public.auth_invitation (
    id text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL,
    status text NOT NULL,
    token_hash text NOT NULL COLLATE pg_catalog."C",
    expires_at timestamp(3) with time zone NOT NULL,
    inviter_id text COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT auth_invitation_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text]))),
    CONSTRAINT auth_invitation_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text, 'canceled'::text])))
);
CREATE TABLE public.auth_job (
    id text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL,
    attempts integer NOT NULL,
    next_attempt_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    lease text,
    CONSTRAINT auth_job_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT auth_job_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'dead'::text])))
);
CREATE TABLE public.auth_linked_account (
    id text NOT NULL COLLATE pg_catalog."C",
    provider_id text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    scopes jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.auth_mailed_link (
    id text NOT NULL COLLATE pg_catalog."C",
    purpose text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL COLLATE pg_catalog."C",
    token_hash text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    user_id text COLLATE pg_catalog."C",
    redirect_to text,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    name text
);
CREATE TABLE public.auth_membership (
    id text NOT NULL COLLATE pg_catalog."C",
    organization_id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT auth_membership_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text])))
);
CREATE TABLE public.auth_migration (
    id text NOT NULL COLLATE pg_catalog."C",
    checksum text NOT NULL,
    applied_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.auth_oauth_state (
    id text NOT NULL COLLATE pg_catalog."C",
    state_hash text NOT NULL COLLATE pg_catalog."C",
    provider_id text NOT NULL,
    browser_hash text NOT NULL,
    user_id text COLLATE pg_catalog."C",
    sealed text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.auth_one_time_code (
    id text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    code_hash text NOT NULL,
    attempts_left integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT auth_one_time_code_attempts_left_check CHECK ((attempts_left >= '-1'::integer))
);
CREATE TABLE public.auth_organization (
    id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    slug text NOT NULL COLLATE pg_catalog."C",
    logo text,
    metadata jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.auth_outbox_mail (
    id text NOT NULL COLLATE pg_catalog."C",
    sealed text NOT NULL,
    status text NOT NULL,
    attempts integer NOT NULL,
    next_attempt_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    lease text,
    CONSTRAINT auth_outbox_mail_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT auth_outbox_mail_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'dead'::text])))
);
CREATE TABLE public.auth_passkey (
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    credential_id text NOT NULL COLLATE pg_catalog."C",
    user_handle text,
    public_key text NOT NULL,
    algorithm integer NOT NULL,
    counter bigint NOT NULL,
    transports jsonb NOT NULL,
    device_type text NOT NULL,
    backed_up boolean NOT NULL,
    aaguid text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    CONSTRAINT auth_passkey_counter_check CHECK ((counter >= 0)),
    CONSTRAINT auth_passkey_device_type_check CHECK ((device_type = ANY (ARRAY['singleDevice'::text, 'multiDevice'::text])))
);
CREATE TABLE public.auth_passkey_challenge (
    id text NOT NULL COLLATE pg_catalog."C",
    ceremony text NOT NULL,
    challenge_hash text NOT NULL COLLATE pg_catalog."C",
    user_id text COLLATE pg_catalog."C",
    browser_hash text,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT auth_passkey_challenge_ceremony_check CHECK ((ceremony = ANY (ARRAY['registration'::text, 'authentication'::text])))
);
CREATE TABLE public.auth_password (
    user_id text NOT NULL COLLATE pg_catalog."C",
    hash text NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.auth_session (
    id text NOT NULL COLLATE pg_catalog."C",
    user_id text NOT NULL COLLATE pg_catalog."C",
    token_hash text NOT NULL COLLATE pg_catalog."C",
    authenticated_at timestamp(3) with time zone NOT NULL,
    authenticated_by text NOT NULL,
    remembered boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_seen_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    ip_address text,
    user_agent text
);
CREATE TABLE public.auth_user (
    id text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    email_verified boolean NOT NULL,
    name text NOT NULL,
    image text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    reclaimed_at timestamp(3) with time zone
);
CREATE TABLE public.auth_user_handle (
    user_id text NOT NULL COLLATE pg_catalog."C",
    handle text NOT NULL COLLATE pg_catalog."C"
);
CREATE TABLE public.billing_migration (
    id text NOT NULL COLLATE pg_catalog."C",
    checksum text NOT NULL,
    applied_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.billing_subscription (
    organization_id text NOT NULL COLLATE pg_catalog."C",
    plan text NOT NULL,
    changed_by text COLLATE pg_catalog."C",
    updated_at text NOT NULL,
    CONSTRAINT billing_subscription_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'team'::text, 'business'::text])))
);
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a801-7a2e-bd22-e0b2ca16810c', '2026-01-01 00:00:00+00', 'user.created', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, '127.0.0.2', 'AdaBrowser/1.0', '{"method": "password"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a804-7b1c-b737-6cca75490727', '2026-01-01 00:00:00+00', 'session.opened', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, '127.0.0.2', 'AdaBrowser/1.0', '{"method": "password", "sessionId": "019b76da-a803-77b8-992d-dbd3003a91df"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a80a-7216-aad6-3c4c58bb351b', '2026-01-01 00:00:00+00', 'email.verified', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, '127.0.0.2', 'AdaBrowser/1.0', '{}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a80d-7d09-9b0b-8efb6a96d67d', '2026-01-01 00:00:00+00', 'user.created', '019b76da-a80c-7e6a-91f1-2b41ff34b4d9', NULL, '127.0.0.3', 'GraceBrowser/1.0', '{"method": "password"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a810-751b-90e4-5257ab233fd8', '2026-01-01 00:00:00+00', 'session.opened', '019b76da-a80c-7e6a-91f1-2b41ff34b4d9', NULL, '127.0.0.3', 'GraceBrowser/1.0', '{"method": "password", "sessionId": "019b76da-a80f-7400-910b-9d9d7e0ecca7"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a816-7e9d-bfa0-ad2a6df08085', '2026-01-01 00:00:00+00', 'email.verified', '019b76da-a80c-7e6a-91f1-2b41ff34b4d9', NULL, '127.0.0.3', 'GraceBrowser/1.0', '{}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a820-7d46-8056-80a6d3aee06a', '2026-01-01 00:00:00+00', 'user.created', '019b76da-a81f-7d0c-a357-8aba99eee2cb', NULL, '127.0.0.1', NULL, '{"method": "email-otp"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a822-7bf6-9273-b1301a230f35', '2026-01-01 00:00:00+00', 'session.opened', '019b76da-a81f-7d0c-a357-8aba99eee2cb', NULL, '127.0.0.1', NULL, '{"method": "email-otp", "sessionId": "019b76da-a821-7de8-b707-c34762d5b417"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a827-71fb-a4c1-46dadf1e923f', '2026-01-01 00:00:00+00', 'organization.created', '019b76da-a800-73c9-abfd-2b30f05c7071', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.2', 'AdaBrowser/1.0', '{}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a828-76be-b695-e51309639505', '2026-01-01 00:00:00+00', 'member.added', '019b76da-a800-73c9-abfd-2b30f05c7071', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.2', 'AdaBrowser/1.0', '{"role": "owner", "memberId": "019b76da-a826-73db-8560-733e75bd153d"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a82b-7376-8b00-c6d423cc386f', '2026-01-01 00:00:00+00', 'invitation.created', '019b76da-a800-73c9-abfd-2b30f05c7071', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.2', 'AdaBrowser/1.0', '{"role": "admin", "invitationId": "019b76da-a82a-7958-a5c9-37ff488707f1"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a82f-7168-b808-8732e0d3b480', '2026-01-01 00:00:00+00', 'invitation.accepted', '019b76da-a80c-7e6a-91f1-2b41ff34b4d9', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.3', 'GraceBrowser/1.0', '{"role": "admin", "invitationId": "019b76da-a82a-7958-a5c9-37ff488707f1"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a830-74c2-be78-c2285c6bfb94', '2026-01-01 00:00:00+00', 'member.added', '019b76da-a80c-7e6a-91f1-2b41ff34b4d9', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.3', 'GraceBrowser/1.0', '{"role": "admin", "memberId": "019b76da-a82e-7083-b5bc-4ed3691a7419"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a833-7965-9c29-268378bcaad9', '2026-01-01 00:00:00+00', 'invitation.created', '019b76da-a800-73c9-abfd-2b30f05c7071', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.2', 'AdaBrowser/1.0', '{"role": "member", "invitationId": "019b76da-a832-795e-aea8-19e086344dd1"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a837-7282-9e7d-de6637e63c34', '2026-01-01 00:00:00+00', 'invitation.accepted', '019b76da-a81f-7d0c-a357-8aba99eee2cb', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.1', NULL, '{"role": "member", "invitationId": "019b76da-a832-795e-aea8-19e086344dd1"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a838-70a8-98f9-e7e170521ddd', '2026-01-01 00:00:00+00', 'member.added', '019b76da-a81f-7d0c-a357-8aba99eee2cb', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.1', NULL, '{"role": "member", "memberId": "019b76da-a836-7603-8930-4fca7a4422e0"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a842-7c55-9863-b920c6a59973', '2026-01-01 00:00:00+00', 'user.created', '019b76da-a841-78a2-a31f-cd3bc4733189', NULL, '127.0.0.1', NULL, '{"method": "email-otp"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a844-7f1b-809c-26bb4d65c41a', '2026-01-01 00:00:00+00', 'session.opened', '019b76da-a841-78a2-a31f-cd3bc4733189', NULL, '127.0.0.1', NULL, '{"method": "email-otp", "sessionId": "019b76da-a843-7285-a9ce-7539ba7f4f19"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a847-7f92-a923-afc101795b0f', '2026-01-01 00:00:00+00', 'invitation.created', '019b76da-a800-73c9-abfd-2b30f05c7071', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.2', 'AdaBrowser/1.0', '{"role": "member", "invitationId": "019b76da-a846-71f2-94ec-e9dfd3b02195"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a84a-7108-a348-667a82f43152', '2026-01-01 00:00:00+00', 'invitation.rejected', '019b76da-a841-78a2-a31f-cd3bc4733189', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.1', NULL, '{"invitationId": "019b76da-a846-71f2-94ec-e9dfd3b02195"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a84d-738a-90d7-7eaf665629d9', '2026-01-01 00:00:00+00', 'invitation.created', '019b76da-a800-73c9-abfd-2b30f05c7071', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.2', 'AdaBrowser/1.0', '{"role": "owner", "invitationId": "019b76da-a84c-72f3-a2a6-52b2dc166cf9"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a850-75eb-9518-5d731afe3eba', '2026-01-01 00:00:00+00', 'invitation.canceled', '019b76da-a800-73c9-abfd-2b30f05c7071', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.2', 'AdaBrowser/1.0', '{"invitationId": "019b76da-a84c-72f3-a2a6-52b2dc166cf9"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a853-79cc-b428-59fe7b196f14', '2026-01-01 00:00:00+00', 'invitation.created', '019b76da-a800-73c9-abfd-2b30f05c7071', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.2', 'AdaBrowser/1.0', '{"role": "member", "invitationId": "019b76da-a852-7f39-8534-20eb6b89aa92"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a85d-7c1f-83a4-a646c5d32bfc', '2026-01-01 00:00:00+00', 'passkey.added', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, '127.0.0.2', 'AdaBrowser/1.0', '{"passkeyId": "019b76da-a85c-7695-a264-d71d832a032e"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a865-768c-b349-8ad70ddabf13', '2026-01-01 00:00:00+00', 'session.opened', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, '127.0.0.4', 'AdaPhone/1.0', '{"method": "password", "sessionId": "019b76da-a864-7c22-8636-6aa62179fbc9"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a867-766f-bcca-6f7e3ce58816', '2026-01-01 00:00:00+00', 'password.refused', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, '127.0.0.2', 'AdaBrowser/1.0', '{}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a86b-71e3-96ce-506d8cf2fa45', '2026-01-01 00:00:00+00', 'deletion.requested', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, '127.0.0.2', 'AdaBrowser/1.0', '{"requestId": "019b76da-a869-7c20-ae3b-2ea087f10664"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a86e-725e-85bc-7c0d1aa25a6b', '2026-01-01 00:00:00+00', 'deletion.cancelled', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, '127.0.0.2', 'AdaBrowser/1.0', '{"because": "cancelled", "requestId": "019b76da-a869-7c20-ae3b-2ea087f10664"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a873-7275-b7a4-140c77bf7c53', '2026-01-01 00:00:00+00', 'export.requested', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, '127.0.0.2', 'AdaBrowser/1.0', '{"requestId": "019b76da-a871-76dd-a8a7-da204864253a"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a87a-7ffb-a653-b3c2e9ea79c1', '2026-01-01 00:00:00+00', 'export.ready', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, NULL, NULL, '{"requestId": "019b76da-a871-76dd-a8a7-da204864253a"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a883-73b0-9e02-fee305d402e5', '2026-01-01 00:00:00+00', 'email.change_requested', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, '127.0.0.2', 'AdaBrowser/1.0', '{}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a8a0-73e4-8e65-99e363ae15c3', '2026-01-01 00:00:00+00', 'deletion.requested', '019b76da-a80c-7e6a-91f1-2b41ff34b4d9', NULL, '127.0.0.3', 'GraceBrowser/1.0', '{"requestId": "019b76da-a89e-75a7-8b4d-7386f93c8e9d"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a8a5-7ce8-8221-d9df8e4fefc4', '2026-01-01 00:00:00+00', 'export.requested', '019b76da-a81f-7d0c-a357-8aba99eee2cb', NULL, '127.0.0.1', NULL, '{"requestId": "019b76da-a8a3-7127-a1a5-2393f940dc25"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a8a8-76b4-97fa-5a87b8cc6e7e', '2026-01-01 00:00:00+00', 'user.created', '019b76da-a8a7-77a9-8f4e-7258ac34263c', NULL, '127.0.0.5', NULL, '{"method": "password"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a8ab-7130-8620-414f0b8894e9', '2026-01-01 00:00:00+00', 'session.opened', '019b76da-a8a7-77a9-8f4e-7258ac34263c', NULL, '127.0.0.5', NULL, '{"method": "password", "sessionId": "019b76da-a8aa-778b-99d2-f2c8ada38e35"}');
INSERT INTO public.auth_audit_entry VALUES ('019b76da-a8b1-7f1f-8f2c-ffd4677f7f08', '2026-01-01 00:00:00+00', 'invitation.created', '019b76da-a800-73c9-abfd-2b30f05c7071', '019b76da-a825-7002-8c5e-6e56596df276', '127.0.0.2', 'AdaBrowser/1.0', '{"role": "member", "invitationId": "019b76da-a8b0-7c56-8af9-6ed5ed01d5b6"}');
INSERT INTO public.auth_counter VALUES ('mails-to/email-verification/bL4xm9u6zGWNdOgUkbr9Fo', 1, true, '2026-01-01 00:15:00+00');
INSERT INTO public.auth_counter VALUES ('mails-to/email-verification/qvBQyWvsF4yuzDTfKI5XqC', 1, true, '2026-01-01 00:15:00+00');
INSERT INTO public.auth_counter VALUES ('mails-to/sign-in/X52XaynsXIwQuZufxCkC8r', 1, true, '2026-01-01 00:15:00+00');
INSERT INTO public.auth_counter VALUES ('wrong-codes/sQ32FVfHFbTVaLAwKcVdbe', 0, true, '2026-01-01 01:00:00+00');
INSERT INTO public.auth_counter VALUES ('wrong-codes/X52XaynsXIwQuZufxCkC8r', 0, true, '2026-01-02 00:00:00+00');
INSERT INTO public.auth_counter VALUES ('mails-to/invitation/qvBQyWvsF4yuzDTfKI5XqC', 1, true, '2026-01-01 00:15:00+00');
INSERT INTO public.auth_counter VALUES ('mails-to/invitation/X52XaynsXIwQuZufxCkC8r', 1, true, '2026-01-01 00:15:00+00');
INSERT INTO public.auth_counter VALUES ('mails-to/sign-in/WmmuPfuVIj5MRi3UE9vBxc', 1, true, '2026-01-01 00:15:00+00');
INSERT INTO public.auth_counter VALUES ('wrong-codes/zF8X0BnV84t8QvHkKLu0yA', 0, true, '2026-01-01 01:00:00+00');
INSERT INTO public.auth_counter VALUES ('wrong-codes/WmmuPfuVIj5MRi3UE9vBxc', 0, true, '2026-01-02 00:00:00+00');
INSERT INTO public.auth_counter VALUES ('mails-to/invitation/WmmuPfuVIj5MRi3UE9vBxc', 1, true, '2026-01-01 00:15:00+00');
INSERT INTO public.auth_counter VALUES ('mails-to/invitation/KH7ABwIPWofptsJOXPcIgn', 1, true, '2026-01-01 00:15:00+00');
INSERT INTO public.auth_counter VALUES ('mails-to/invitation/HRfqO9nVvIEvM1Go9RPMvN', 1, true, '2026-01-01 00:15:00+00');
INSERT INTO public.auth_counter VALUES ('mails-to/account-deletion/bL4xm9u6zGWNdOgUkbr9Fo', 2, true, '2026-01-01 00:15:00+00');
INSERT INTO public.auth_counter VALUES ('exports/019b76da-a800-73c9-abfd-2b30f05c7071', 1, true, '2026-01-02 00:00:00+00');
INSERT INTO public.auth_counter VALUES ('mails-to/email-change/uCF9kM4ggXF4e12_7iabVF', 1, true, '2026-01-01 00:15:00+00');
INSERT INTO public.auth_counter VALUES ('mails-to/magic-link/X52XaynsXIwQuZufxCkC8r', 1, true, '2026-01-01 00:15:00+00');
INSERT INTO public.auth_counter VALUES ('mails-to/password-reset/qvBQyWvsF4yuzDTfKI5XqC', 1, true, '2026-01-01 00:15:00+00');
INSERT INTO public.auth_counter VALUES ('mails-to/sign-in/bL4xm9u6zGWNdOgUkbr9Fo', 1, true, '2026-01-01 00:15:00+00');
INSERT INTO public.auth_counter VALUES ('mails-by/pgm1JjfsB9BPDBnPV9ED8J', 2, true, '2026-01-01 01:00:00+00');
INSERT INTO public.auth_counter VALUES ('mails-to/account-deletion/qvBQyWvsF4yuzDTfKI5XqC', 1, true, '2026-01-01 00:15:00+00');
INSERT INTO public.auth_counter VALUES ('exports/019b76da-a81f-7d0c-a357-8aba99eee2cb', 1, true, '2026-01-02 00:00:00+00');
INSERT INTO public.auth_counter VALUES ('mails-by/UM3JI8PjtQNpdlnzz-IFuT', 1, true, '2026-01-01 01:00:00+00');
INSERT INTO public.auth_counter VALUES ('mails-to/email-verification/XuT-K4Zqb6Pyv4RIrK7tnO', 1, true, '2026-01-01 00:15:00+00');
INSERT INTO public.auth_counter VALUES ('mails-by/-M76cy8MHNafCtZFKZRlsO', 6, true, '2026-01-01 01:00:00+00');
INSERT INTO public.auth_counter VALUES ('mails-to/sign-in/9R_xMlz2YmkXaoPe41iqOm', 1, true, '2026-01-01 00:15:00+00');
INSERT INTO public.auth_counter VALUES ('mails-by/A2hNn2kluykk6wBCFF-dbO', 10, true, '2026-01-01 01:00:00+00');
INSERT INTO public.auth_counter VALUES ('mails-to/invitation/qT9le_akQaClmZf_-l-CJu', 1, true, '2026-01-01 00:15:00+00');
INSERT INTO public.auth_deletion_request VALUES ('019b76da-a869-7c20-ae3b-2ea087f10664', '019b76da-a800-73c9-abfd-2b30f05c7071', 'cancelled', '2026-01-01 00:00:00+00', '2026-01-31 00:00:00+00', 'a change of mind', '2026-01-01 00:00:00+00', NULL);
INSERT INTO public.auth_deletion_request VALUES ('019b76da-a89e-75a7-8b4d-7386f93c8e9d', '019b76da-a80c-7e6a-91f1-2b41ff34b4d9', 'pending', '2026-01-01 00:00:00+00', '2026-01-31 00:00:00+00', 'retired', NULL, NULL);
INSERT INTO public.auth_export_request VALUES ('019b76da-a871-76dd-a8a7-da204864253a', '019b76da-a800-73c9-abfd-2b30f05c7071', 'ready', '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', '2026-01-02 00:00:00+00', NULL, '019b76da-a871-76dd-a8a7-da204864253a.019b76da-a877-7289-b533-4791df647e71');
INSERT INTO public.auth_export_request VALUES ('019b76da-a8a3-7127-a1a5-2393f940dc25', '019b76da-a81f-7d0c-a357-8aba99eee2cb', 'pending', '2026-01-01 00:00:00+00', NULL, NULL, NULL, NULL);
INSERT INTO public.auth_file_chunk VALUES ('019b76da-a871-76dd-a8a7-da204864253a.019b76da-a877-7289-b533-4791df647e71', 0, '\xd5984d6fe3361086effd1501cf1e971f2287f4a9d9760bf4d0a2688b1e5aec61480e1da1b6e44af2eea68bfcf742711264637b13659b4d03e4148f44becf3bfcd0fb416c7beec4e283a8b35808a942449709c84b096852008a25838e461669134a546226784df54a2c0465fa86dfd37ab3e2796ad7d7bffcce5d5d6ace6231745b9e8986d6bcab163351af69c962d16c57ab99481dd3c0f974100ba1a576201548f59b948bcbbfb994f20f3113db4dbebfec6226d6bc8edcf567f5a6178b3ff73569076872046fdda8ce30da98953559cc44db2da9a9ffa1a16e9b1fee3e6701a5d4e09365706c9d0d2e178deece733fed849e36b43a1fea44ab93d7cdb26eb8bf53f7eb6abb1c81dcd401dfd475ed6a7c47fbaee14e3c90d0c59b99a06dae87d7cdd0d57c583c1a408d16225205aa920931164cd68899a07b0ce0b7dc8c25fc7ed376c3bce3bfb7dc0f7c88dbced87a739a73c77d2f1642699ccbb99cebd1c99ebbd3e5ee65a7995e75edbb9ebbafd55c8a99c83c5cf6d5077135c05d1f5001ba9c813c2164d2b2f2aed2d690b8b898ed2b760ca82d83b7310126991591b6e4e204c599573c4a9b276a12af564fa73972a26d3f7a7f7ba823245c004c5a02b189a099a4c7a2a473d511121150b181e01283952efb5474a1ca3e86c473b93f5533023a5720a644e00ab2496cbd576e82e60df5fdbbb6cbf38ecbb67f32c587e76f019d4f104d15c053469933c5a2a6acd79efb7eb4acdd703371f6d5feec7f3e6b1bde736bcdc3599b6fc112b3eb71f71cac46073578671c3822a71586125338eca0cd804915f0862a2057b964b3d1b1a4890efec5e773caf9e91af66a90bb726d0274c1026957414695bdd1248de623720d60480962a53dd85018a30aaea86a82dcba795b0fb4dbb07627c7671c6d9fbb8c7727d9ee501e5f7733b73d501ab09800de9a0ab4e4e8a20f44411f0125012d47085679b0198da2c286233d12d4e576fb9ca48e93a912a02e06489303aba3ce493997ca9115536540e30982cc08c8549cb34e871c5e760b5d5f86fe3b4e085882060ada0095a4a4c260a32c2f9bd303965ae50055d1102a4ec021976ca2d42ad8c3a0ccb827390b21e900da79833e26a297de500f00653460b00cc4e4410596de99aaca591d06a523a041073e4a09c9e54a9b948c772fbca328afebe6939c348d9c3c904d010c9652798f12cb314e1ed04586381e8c6c9591c19960e5949be8cebda347faf3ec4dbb49ed8d7ff48bf3301d1c576704aa9282ca65ca4571d0664a17ddc6f1ec7d7450a52440ad1c1065072655c9fa188d5553becb2e8386f9dbeba4e10bdecb65051855828806c1a54468ab2051e397b9974fe8d00937736900317a084167c8311b290d0595cbe13e950a903443cc5a03cba81329e7959c72331f457ca23f9f88c0c598955c41389c931cff48194396e18c9b31b21938bf3aff18ed23bea21e987f7d34ec7dc52bea875f999bfbeaf8fda6eeb8ffb8ccef856a07cc3fda2b8f0074af99ff7f4463f89652bb6d86efae22925f7601c691fe3a1a63cc443fd0b0edf72220eadb663c8c4fd219354b3e69cbc9ba6ec6dfb8ebdaeedb36df24aa37e1cc7ddafa74c679bbe2fc7ddbddaa34072834f9210164a6815e5fe6839f947f3cc3bb257fc34dae9be5b5c01fb9efa7a7c61d533e1f8b764fdd3273fcc7e53eb08d7deaeacd70b519bcb9f8ea5f');
INSERT INTO public.auth_file_chunk VALUES ('019b76da-a871-76dd-a8a7-da204864253a.019b76da-a877-7289-b533-4791df647e71', 1, '\x');
INSERT INTO public.auth_invitation VALUES ('019b76da-a82a-7958-a5c9-37ff488707f1', '019b76da-a825-7002-8c5e-6e56596df276', 'grace@example.com', 'admin', 'accepted', 'M5gigSIjQ888c5MmAM0aUiBA8c1Ft2WtMxxr9z0LzAU', '2026-01-08 00:00:00+00', '019b76da-a800-73c9-abfd-2b30f05c7071', '2026-01-01 00:00:00+00');
INSERT INTO public.auth_invitation VALUES ('019b76da-a832-795e-aea8-19e086344dd1', '019b76da-a825-7002-8c5e-6e56596df276', 'margaret@example.com', 'member', 'accepted', 'RnAgru5V2wlgeGCDPuOzPVdtcPOFj69IFuCsZtOe93s', '2026-01-08 00:00:00+00', '019b76da-a800-73c9-abfd-2b30f05c7071', '2026-01-01 00:00:00+00');
INSERT INTO public.auth_invitation VALUES ('019b76da-a846-71f2-94ec-e9dfd3b02195', '019b76da-a825-7002-8c5e-6e56596df276', 'joan@example.com', 'member', 'rejected', 'Qpm68sMKZi7G8enlbyp83E7Wg3xzluhM69NbNsIu8ts', '2026-01-08 00:00:00+00', '019b76da-a800-73c9-abfd-2b30f05c7071', '2026-01-01 00:00:00+00');
INSERT INTO public.auth_invitation VALUES ('019b76da-a84c-72f3-a2a6-52b2dc166cf9', '019b76da-a825-7002-8c5e-6e56596df276', 'mistake@example.com', 'owner', 'canceled', 'OtMRH_r4ygNu35k0IiRz7xqGJ0J9QcZGgY8rf2cj5nw', '2026-01-08 00:00:00+00', '019b76da-a800-73c9-abfd-2b30f05c7071', '2026-01-01 00:00:00+00');
INSERT INTO public.auth_invitation VALUES ('019b76da-a852-7f39-8534-20eb6b89aa92', '019b76da-a825-7002-8c5e-6e56596df276', 'barbara@example.com', 'member', 'pending', 'LZ_zODyCaj06Xc_3k4s4PUf6apIPe88UDFnXNBJy3wc', '2026-01-08 00:00:00+00', '019b76da-a800-73c9-abfd-2b30f05c7071', '2026-01-01 00:00:00+00');
INSERT INTO public.auth_invitation VALUES ('019b76da-a8b0-7c56-8af9-6ed5ed01d5b6', '019b76da-a825-7002-8c5e-6e56596df276', 'mary@example.com', 'member', 'pending', 'hflMIPSw_kLBjjXkL8BpddlnX4wLsaS9CI7zwfCgX9g', '2026-01-08 00:00:00+00', '019b76da-a800-73c9-abfd-2b30f05c7071', '2026-01-01 00:00:00+00');
INSERT INTO public.auth_job VALUES ('019b76da-a879-7e08-b328-7bddeb96c9b9', 'expire-export', '019b76da-a871-76dd-a8a7-da204864253a', 'queued', 0, '2026-01-02 00:00:00+00', '2026-01-01 00:00:00+00', NULL);
INSERT INTO public.auth_job VALUES ('019b76da-a89f-770b-8978-f7bcb9b6d2aa', 'delete-account', '019b76da-a89e-75a7-8b4d-7386f93c8e9d', 'queued', 0, '2026-01-31 00:00:00+00', '2026-01-01 00:00:00+00', NULL);
INSERT INTO public.auth_job VALUES ('019b76da-a8a4-7645-9d58-edce7cb39297', 'produce-export', '019b76da-a8a3-7127-a1a5-2393f940dc25', 'queued', 0, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL);
INSERT INTO public.auth_linked_account VALUES ('account-of-ada-01', 'idp', 'countess', '019b76da-a800-73c9-abfd-2b30f05c7071', '["openid"]', '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00');
INSERT INTO public.auth_mailed_link VALUES ('019b76da-a881-72a5-974f-b1d95cca64eb', 'email-change', '019b76da-a800-73c9-abfd-2b30f05c7071', 'q6_BvONILy5OOZPEQAlzvGRcFd2Z1bJF2wTikd4rBp0', 'ada.new@example.com', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, '2026-01-01 00:00:00+00', '2026-01-01 01:00:00+00', NULL);
INSERT INTO public.auth_mailed_link VALUES ('019b76da-a889-7f8f-a014-69a89060f884', 'magic-link', 'margaret@example.com', '0zy2V_nNDknKa-DloD-2vqZ1kGdCjiBP1HVcQiIw8ck', 'margaret@example.com', NULL, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:10:00+00', '');
INSERT INTO public.auth_mailed_link VALUES ('019b76da-a890-7d8d-aeb8-2d6ff952ab1f', 'password-reset', 'grace@example.com', 'h6Sf6vTmNLYQuJ_Ss6gPctI1CbPYQdQquLzxxzl_LTQ', 'grace@example.com', '019b76da-a80c-7e6a-91f1-2b41ff34b4d9', NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:30:00+00', NULL);
INSERT INTO public.auth_membership VALUES ('019b76da-a826-73db-8560-733e75bd153d', '019b76da-a825-7002-8c5e-6e56596df276', '019b76da-a800-73c9-abfd-2b30f05c7071', 'owner', '2026-01-01 00:00:00+00');
INSERT INTO public.auth_membership VALUES ('019b76da-a82e-7083-b5bc-4ed3691a7419', '019b76da-a825-7002-8c5e-6e56596df276', '019b76da-a80c-7e6a-91f1-2b41ff34b4d9', 'admin', '2026-01-01 00:00:00+00');
INSERT INTO public.auth_membership VALUES ('019b76da-a836-7603-8930-4fca7a4422e0', '019b76da-a825-7002-8c5e-6e56596df276', '019b76da-a81f-7d0c-a357-8aba99eee2cb', 'member', '2026-01-01 00:00:00+00');
INSERT INTO public.auth_migration VALUES ('0001-initial', 'bef3371c74f2f0fb4d9c06d4e657551628f1bc1b4f80faa7b6296976c2f76b87', '2026-11-22 10:45:13.197+00');
INSERT INTO public.auth_migration VALUES ('0002-passwords-and-links', 'f41d0132b8900e66d3c9e6f806345756c375d6ce44f283fdaf7db0da7cb0f8bd', '2026-11-22 10:45:13.197+00');
INSERT INTO public.auth_migration VALUES ('0003-passkeys-and-accounts', 'fb4940618da0aa95a04a1e9577dc7769113dd84387119e100a886fa01d00ff1e', '2026-11-22 10:45:13.197+00');
INSERT INTO public.auth_migration VALUES ('0004-invitations', 'fc8ffe7f5487b0bb9d916c91e4b86e5fc1f4900117b6fa310ed3db7ae5b4901d', '2026-11-22 10:45:13.197+00');
INSERT INTO public.auth_migration VALUES ('0005-end-of-accounts', 'ef616f7b843fcc90fb902832a081082e3f665aba318a67f7ee404e82d513980d', '2026-11-22 10:45:13.197+00');
INSERT INTO public.auth_oauth_state VALUES ('trip-of-ada-00001', 'state', 'idp', 'browser', '019b76da-a800-73c9-abfd-2b30f05c7071', 'trip', '2026-01-01 00:00:00+00', '2026-01-01 01:00:00+00');
INSERT INTO public.auth_one_time_code VALUES ('019b76da-a897-7ab2-a5f4-07a7f9aa7b5d', 'ada@example.com', 'sign-in', '0syc4APn.i-uuR4dqEM9uXA5_O2DYPEexn69E_J-r7pZHyqOZahw', 5, '2026-01-01 00:00:00+00', '2026-01-01 00:10:00+00');
INSERT INTO public.auth_one_time_code VALUES ('019b76da-a8ad-7b68-85e0-ed22bad2bdbd', 'new@example.com', 'sign-in', '0syc4APn.QuxvUN4gc9yRvOxSYFxxHCjwYJjMsDQfN83DdlWaKmY', 5, '2026-01-01 00:00:00+00', '2026-01-01 00:10:00+00');
INSERT INTO public.auth_organization VALUES ('019b76da-a825-7002-8c5e-6e56596df276', 'Analytical Engines', 'analytical-engines', NULL, '{"plan": "team"}', '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00');
INSERT INTO public.auth_outbox_mail VALUES ('019b76da-a8a1-7f87-9a9a-9294b332b989', '0syc4APn.XWlJTy9747-guovgd8TPObf9zJbD3-O6K0Qg0PLxWyPqQoyAgeZU4Vp2RKOW_Yw4sHy6fRFgJinMJEcf_6L0PXoevG37fh0ubkAolL4eOdBPWbtSkKGWYtOzFvcCF9KEY_G2SZHdRAZ5VEgiWOiU8CUOcA0R9fzquU8BH8k8fVhw0fnme3VkXYXAzbnUdiUYV4e2qxA0YiYjnzsnyw-fc0Zx5jWEx4rRxUAL', 'queued', 0, '2026-01-01 00:00:00+00', '2026-01-02 00:00:00+00', '2026-01-01 00:00:00+00', NULL);
INSERT INTO public.auth_outbox_mail VALUES ('019b76da-a8a9-70b5-b310-7bd593fd5420', '0syc4APn.7Lz9c9LleSFNpB7pbeUWlCJhtAg1uolRCkiC0inwi8bKTV_za6hBTDm2XUwTRzKwA8YtGZ-quFrZysJkxKrp7qOr06bZR2NIdEMO-qe-iCBNE8uwuxdVkD1_0Z_Wptc2PH-lj7ffZ-vnREOIquYVtTgPy0_BS-kBfaci3zKblFILIJoszHM7ZUWq57nIRx-Qr4MnZDM7GnDoOM4wEBqR9K1RexZ-xLa4WEHQEqduO41GAtaSBV7LXtTURYlLJSo4dymoGQD5tBpHz4Nf-jHubrX5GKJQBz7HO42144J7tlIvT7KyL6yeSwDnxL8C4nldLjMHgCD90SSYYv74k-jzakESduPiOfSXE9jLgh5HSWor_wl0LexUKuuHydEIu-d81_c9OEdNr7i08MuAG6lgYq67U2xnYr_68dI4vvuKiq5l-1V-lqxo2Efr83u5FWRGXzp3zp48WJ9yW91uGcOvw6u71Gu4HBU9H5iFJ99uivpWSZQo9U58opEUCfltLLtxUrwfN8ffWlkIC9mmWdqBb9Ewf-L9xQ39sgVcBFU1_WTtUSQ_QhmljiKjM5SNphPkAVivhg', 'queued', 0, '2026-01-01 00:00:00+00', '2026-01-02 00:00:00+00', '2026-01-01 00:00:00+00', NULL);
INSERT INTO public.auth_outbox_mail VALUES ('019b76da-a8ae-7d44-88d0-d494ec76b83c', '0syc4APn.MbBMqT_hR-diakbDd5_Vtye2g1XQVXOFDioHdTD-KGmMM8Ai-rIcatOnyVgq5GNmdOVngF4mrSkF29ZzsEXSoEw82ipWuKKaKVk9jxaban0rBPym2xuKjBMAnOgT4FaIA9XUTeORiGRY9_qnemCagFfG9V9Cn5o6gPhHdESxT6WvpJSAM_AI14mPPQE384VFW8ry3K0UWGeSo4Nl4eu4gBfL_07BCivHXw-SQYFuA2hlvjlG4zLtCvijfA0wz6z9ryrU', 'queued', 0, '2026-01-01 00:00:00+00', '2026-01-01 00:10:00+00', '2026-01-01 00:00:00+00', NULL);
INSERT INTO public.auth_outbox_mail VALUES ('019b76da-a8b2-7136-95de-2b4655d2432e', '0syc4APn.g_1k2JXi0oQ2u1NCl2KZqT7lsntzdzv4vg1dXT3_lC0N95kMnMFnnlT1gZl1V2HSZQmhCa3OkzwnGVuSCkLx0Zxly6oxG3EtU43dzLkgbty3Sd264VGI18ja0kIShd7W9t3302aDBR3GHDf9oGg03eau3vpotE_FVUsDIy3HHZNTGmXmFatF_HfPOCNC-4UO_V4rCmDMScbC6_ABjo4r6cqvdBS5qSQQFjeG6YOkX9to1lS8WKUA9Aix-xRrTEDIc7i_q_dSRZ1kYz9Gyhn5_mLwAKN-WXUj2GpF1UTY2lDxRQyQPWONa1gwM93yOoypwZt7adr3grZP11IrQrPvBn2IVs9AfcdxIJ1XzIvtzZ_XfoAZ50kvNxLQNUmosznjf3AXi_LdtsUVAsxyWkAhvbO6DWWZQqfQDn-VREwKUcv7umAoU8fGoQ', 'queued', 0, '2026-01-01 00:00:00+00', '2026-01-08 00:00:00+00', '2026-01-01 00:00:00+00', NULL);
INSERT INTO public.auth_passkey VALUES ('019b76da-a85c-7695-a264-d71d832a032e', '019b76da-a800-73c9-abfd-2b30f05c7071', 'Laptop', 'SYDGvUox6rUZyhBtcxpmZq0h8MZlrGU6iv050bH-Kis', 'jq5ddQt724RiAZV9MpgJR03NxXTtrIj4a2cBukqIJBqfQkXmQO2P8Qk1_HK6YZ4cIxUqxaLBXqw1P0Eup6bixg', 'pQECAyYgASFYIAorjHnRFpw54DnMmEU6fXiQ4__M2xX1SNZUjg5IRNCRIlgg7w66UYomK-_cSPJvXfYm_N9vQJ3Zk1824n3jPr4vPAw', -7, 1, '["internal", "hybrid"]', 'multiDevice', true, '00000000-0000-0000-0000-000000000000', '2026-01-01 00:00:00+00', NULL);
INSERT INTO public.auth_passkey_challenge VALUES ('019b76da-a860-72a1-8635-63127c5cb4f6', 'registration', 'JxEgQSyN3MeDxQfVF1zY8KC0wQuyfjnUMYY7FPzH6Yo', '019b76da-a800-73c9-abfd-2b30f05c7071', NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:05:00+00');
INSERT INTO public.auth_passkey_challenge VALUES ('019b76da-a862-7e0f-ae0b-8ffcff6115c9', 'authentication', 'Aw-GKdjO_BTMNQWaeEbJ4TQOhWTv3f6Aokg66qUfzus', NULL, 'MRTL9kLnjbibjXY0sJ7yvEfhz-ga2pGWO-wnstFfRyo', '2026-01-01 00:00:00+00', '2026-01-01 00:05:00+00');
INSERT INTO public.auth_password VALUES ('019b76da-a800-73c9-abfd-2b30f05c7071', '$argon2id$v=19$m=19456,t=2,p=1$2QQrivnSUAGjLX+hCgWEyw$sqUY9SOxzml2IzMyvuz5ZTNuJveizMxIdXiOWrS/xSg', '2026-01-01 00:00:00+00');
INSERT INTO public.auth_password VALUES ('019b76da-a80c-7e6a-91f1-2b41ff34b4d9', '$argon2id$v=19$m=19456,t=2,p=1$DgTDxbqRABYHz+d6yyuM+g$j3R/7MOb1+T4qChUsE0VAHcPIwKl4dVbrpK+mI53uQ4', '2026-01-01 00:00:00+00');
INSERT INTO public.auth_password VALUES ('019b76da-a8a7-77a9-8f4e-7258ac34263c', '$argon2id$v=19$m=19456,t=2,p=1$+MAsTZcuV7wQnXsCExKgnA$hKXYRATPaBGYTgaLio2s+gYYqVvZVnhNPXesaIL9Ckw', '2026-01-01 00:00:00+00');
INSERT INTO public.auth_session VALUES ('019b76da-a803-77b8-992d-dbd3003a91df', '019b76da-a800-73c9-abfd-2b30f05c7071', '3qrOrj24Llis7ezOZbzn1iD1VEu_AzBEgkBBDWYsq4Q', '2026-01-01 00:00:00+00', 'password', true, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', '2026-01-08 00:00:00+00', '127.0.0.2', 'AdaBrowser/1.0');
INSERT INTO public.auth_session VALUES ('019b76da-a80f-7400-910b-9d9d7e0ecca7', '019b76da-a80c-7e6a-91f1-2b41ff34b4d9', '4J4BL6daBiBgMXWkk-peXr_BvKSroXTTJTpyRepgwrI', '2026-01-01 00:00:00+00', 'password', true, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', '2026-01-08 00:00:00+00', '127.0.0.3', 'GraceBrowser/1.0');
INSERT INTO public.auth_session VALUES ('019b76da-a821-7de8-b707-c34762d5b417', '019b76da-a81f-7d0c-a357-8aba99eee2cb', 'haIrLWQL60thAyqJVT04V4GfK1Q9aoD_jZ5w0_v5rV4', '2026-01-01 00:00:00+00', 'email-otp', true, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', '2026-01-08 00:00:00+00', '127.0.0.1', NULL);
INSERT INTO public.auth_session VALUES ('019b76da-a843-7285-a9ce-7539ba7f4f19', '019b76da-a841-78a2-a31f-cd3bc4733189', 'IqEEDfaoIHiJwTtx_iOz8QdXewfurW6dRE07tLfrzbU', '2026-01-01 00:00:00+00', 'email-otp', true, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', '2026-01-08 00:00:00+00', '127.0.0.1', NULL);
INSERT INTO public.auth_session VALUES ('019b76da-a864-7c22-8636-6aa62179fbc9', '019b76da-a800-73c9-abfd-2b30f05c7071', 'lm7A4nC4u5CtNTXUUfwD10g8TlF85u-dwj_Vuutgo7E', '2026-01-01 00:00:00+00', 'password', true, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', '2026-01-08 00:00:00+00', '127.0.0.4', 'AdaPhone/1.0');
INSERT INTO public.auth_session VALUES ('019b76da-a8aa-778b-99d2-f2c8ada38e35', '019b76da-a8a7-77a9-8f4e-7258ac34263c', 'Z4SwVU09HIUj3IPirnSTeyqRLi_IdTzbDBou_huXaE0', '2026-01-01 00:00:00+00', 'password', true, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', '2026-01-08 00:00:00+00', '127.0.0.5', NULL);
INSERT INTO public.auth_user VALUES ('019b76da-a800-73c9-abfd-2b30f05c7071', 'ada@example.com', true, 'ada', NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL);
INSERT INTO public.auth_user VALUES ('019b76da-a80c-7e6a-91f1-2b41ff34b4d9', 'grace@example.com', true, 'grace', NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL);
INSERT INTO public.auth_user VALUES ('019b76da-a81f-7d0c-a357-8aba99eee2cb', 'margaret@example.com', true, '', NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL);
INSERT INTO public.auth_user VALUES ('019b76da-a841-78a2-a31f-cd3bc4733189', 'joan@example.com', true, '', NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL);
INSERT INTO public.auth_user VALUES ('019b76da-a8a7-77a9-8f4e-7258ac34263c', 'charles@example.com', false, 'Charles', NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL);
INSERT INTO public.auth_user_handle VALUES ('019b76da-a800-73c9-abfd-2b30f05c7071', 'jq5ddQt724RiAZV9MpgJR03NxXTtrIj4a2cBukqIJBqfQkXmQO2P8Qk1_HK6YZ4cIxUqxaLBXqw1P0Eup6bixg');
INSERT INTO public.billing_migration VALUES ('0001-subscriptions', '06bf77a9c9057574fdee28634eed4a18558a22a186121be1d471e0662d9d4c98', '2026-11-22 10:45:13.452+00');
INSERT INTO public.billing_subscription VALUES ('019b76da-a825-7002-8c5e-6e56596df276', 'team', '019b76da-a800-73c9-abfd-2b30f05c7071', '2026-01-01T00:00:00.000Z');
ALTER TABLE ONLY public.auth_audit_entry
    ADD CONSTRAINT auth_audit_entry_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_counter
    ADD CONSTRAINT auth_counter_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.auth_deletion_request
    ADD CONSTRAINT auth_deletion_request_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_export_request
    ADD CONSTRAINT auth_export_request_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_failure_streak
    ADD CONSTRAINT auth_failure_streak_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.auth_file_chunk
    ADD CONSTRAINT auth_file_chunk_pkey PRIMARY KEY (file, "position");
ALTER TABLE ONLY public.auth_invitation
    ADD CONSTRAINT auth_invitation_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_invitation
    ADD CONSTRAINT auth_invitation_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.auth_job
    ADD CONSTRAINT auth_job_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_linked_account
    ADD CONSTRAINT auth_linked_account_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_linked_account
    ADD CONSTRAINT auth_linked_account_provider_id_subject_key UNIQUE (provider_id, subject);
ALTER TABLE ONLY public.auth_mailed_link
    ADD CONSTRAINT auth_mailed_link_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_mailed_link
    ADD CONSTRAINT auth_mailed_link_purpose_subject_key UNIQUE (purpose, subject);
ALTER TABLE ONLY public.auth_mailed_link
    ADD CONSTRAINT auth_mailed_link_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.auth_membership
    ADD CONSTRAINT auth_membership_organization_id_user_id_key UNIQUE (organization_id, user_id);
ALTER TABLE ONLY public.auth_membership
    ADD CONSTRAINT auth_membership_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_migration
    ADD CONSTRAINT auth_migration_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_oauth_state
    ADD CONSTRAINT auth_oauth_state_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_oauth_state
    ADD CONSTRAINT auth_oauth_state_state_hash_key UNIQUE (state_hash);
ALTER TABLE ONLY public.auth_one_time_code
    ADD CONSTRAINT auth_one_time_code_email_type_key UNIQUE (email, type);
ALTER TABLE ONLY public.auth_one_time_code
    ADD CONSTRAINT auth_one_time_code_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_organization
    ADD CONSTRAINT auth_organization_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_organization
    ADD CONSTRAINT auth_organization_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.auth_outbox_mail
    ADD CONSTRAINT auth_outbox_mail_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_passkey_challenge
    ADD CONSTRAINT auth_passkey_challenge_challenge_hash_key UNIQUE (challenge_hash);
ALTER TABLE ONLY public.auth_passkey_challenge
    ADD CONSTRAINT auth_passkey_challenge_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_passkey
    ADD CONSTRAINT auth_passkey_credential_id_key UNIQUE (credential_id);
ALTER TABLE ONLY public.auth_passkey
    ADD CONSTRAINT auth_passkey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_password
    ADD CONSTRAINT auth_password_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.auth_session
    ADD CONSTRAINT auth_session_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.auth_session
    ADD CONSTRAINT auth_session_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.auth_user
    ADD CONSTRAINT auth_user_email_key UNIQUE (email);
ALTER TABLE ONLY public.auth_user_handle
    ADD CONSTRAINT auth_user_handle_handle_key UNIQUE (handle);
ALTER TABLE ONLY public.auth_user_handle
    ADD CONSTRAINT auth_user_handle_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.auth_user
    ADD CONSTRAINT auth_user_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.billing_migration
    ADD CONSTRAINT billing_migration_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.billing_subscription
    ADD CONSTRAINT billing_subscription_pkey PRIMARY KEY (organization_id);
CREATE INDEX auth_audit_entry_at ON public.auth_audit_entry USING btree (at);
CREATE INDEX auth_audit_entry_organization ON public.auth_audit_entry USING btree (organization_id, at, id);
CREATE INDEX auth_audit_entry_user ON public.auth_audit_entry USING btree (user_id, at, id);
CREATE INDEX auth_counter_reset ON public.auth_counter USING btree (resets_at);
CREATE UNIQUE INDEX auth_deletion_request_pending ON public.auth_deletion_request USING btree (user_id) WHERE (status = 'pending'::text);
CREATE INDEX auth_deletion_request_user ON public.auth_deletion_request USING btree (user_id, requested_at, id);
CREATE INDEX auth_export_request_expiry ON public.auth_export_request USING btree (expires_at);
CREATE UNIQUE INDEX auth_export_request_pending ON public.auth_export_request USING btree (user_id) WHERE (status = 'pending'::text);
CREATE INDEX auth_export_request_user ON public.auth_export_request USING btree (user_id, created_at, id);
CREATE INDEX auth_failure_streak_expiry ON public.auth_failure_streak USING btree (expires_at);
CREATE INDEX auth_invitation_email ON public.auth_invitation USING btree (email);
CREATE INDEX auth_invitation_expiry ON public.auth_invitation USING btree (expires_at);
CREATE INDEX auth_invitation_inviter ON public.auth_invitation USING btree (inviter_id);
CREATE INDEX auth_invitation_organization ON public.auth_invitation USING btree (organization_id, created_at, id);
CREATE UNIQUE INDEX auth_invitation_pending ON public.auth_invitation USING btree (organization_id, email) WHERE (status = 'pending'::text);
CREATE INDEX auth_job_due ON public.auth_job USING btree (status, next_attempt_at, id);
CREATE INDEX auth_job_subject ON public.auth_job USING btree (kind, subject);
CREATE INDEX auth_linked_account_user ON public.auth_linked_account USING btree (user_id);
CREATE INDEX auth_mailed_link_email ON public.auth_mailed_link USING btree (email);
CREATE INDEX auth_mailed_link_expiry ON public.auth_mailed_link USING btree (expires_at);
CREATE INDEX auth_mailed_link_user ON public.auth_mailed_link USING btree (user_id);
CREATE INDEX auth_membership_joined ON public.auth_membership USING btree (organization_id, created_at, id);
CREATE INDEX auth_membership_role ON public.auth_membership USING btree (organization_id, role);
CREATE INDEX auth_membership_user ON public.auth_membership USING btree (user_id);
CREATE INDEX auth_oauth_state_expiry ON public.auth_oauth_state USING btree (expires_at);
CREATE INDEX auth_oauth_state_user ON public.auth_oauth_state USING btree (user_id);
CREATE INDEX auth_one_time_code_expiry ON public.auth_one_time_code USING btree (expires_at);
CREATE INDEX auth_outbox_mail_due ON public.auth_outbox_mail USING btree (status, next_attempt_at, id);
CREATE INDEX auth_passkey_challenge_expiry ON public.auth_passkey_challenge USING btree (expires_at);
CREATE INDEX auth_passkey_challenge_user ON public.auth_passkey_challenge USING btree (user_id);
CREATE INDEX auth_passkey_user ON public.auth_passkey USING btree (user_id);
CREATE INDEX auth_session_expiry ON public.auth_session USING btree (expires_at);
CREATE INDEX auth_session_user ON public.auth_session USING btree (user_id);
CREATE INDEX billing_subscription_changed_by ON public.billing_subscription USING btree (changed_by);
ALTER TABLE ONLY public.auth_deletion_request
    ADD CONSTRAINT auth_deletion_request_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.auth_user(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.auth_export_request
    ADD CONSTRAINT auth_export_request_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.auth_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.auth_invitation
    ADD CONSTRAINT auth_invitation_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES public.auth_user(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.auth_invitation
    ADD CONSTRAINT auth_invitation_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.auth_organization(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.auth_linked_account
    ADD CONSTRAINT auth_linked_account_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.auth_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.auth_mailed_link
    ADD CONSTRAINT auth_mailed_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.auth_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.auth_membership
    ADD CONSTRAINT auth_membership_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.auth_organization(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.auth_membership
    ADD CONSTRAINT auth_membership_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.auth_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.auth_oauth_state
    ADD CONSTRAINT auth_oauth_state_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.auth_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.auth_passkey_challenge
    ADD CONSTRAINT auth_passkey_challenge_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.auth_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.auth_passkey
    ADD CONSTRAINT auth_passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.auth_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.auth_password
    ADD CONSTRAINT auth_password_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.auth_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.auth_session
    ADD CONSTRAINT auth_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.auth_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.auth_user_handle
    ADD CONSTRAINT auth_user_handle_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.auth_user(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.billing_subscription
    ADD CONSTRAINT billing_subscription_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES public.auth_user(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.billing_subscription
    ADD CONSTRAINT billing_subscription_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.auth_organization(id) ON DELETE CASCADE;
