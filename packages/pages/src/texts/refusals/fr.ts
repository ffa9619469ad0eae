import type { RefusalTexts } from "./refusal-table.js";

/** What refusals say in French. */
export const FRENCH_REFUSALS: RefusalTexts = {
  VALIDATION_ERROR: "Vérifiez votre saisie.",
  INVALID_JSON: "Le formulaire est arrivé incomplet. Réessayez.",
  IMAGE_URL_NOT_SUPPORTED: "Saisissez l’adresse web d’une image.",
  INVALID_ORIGIN: "Ce formulaire vient d’un autre site. Ouvrez la page ici et réessayez.",
  NOT_FOUND: "Il n’y a rien à cette adresse.",
  METHOD_NOT_ALLOWED:
    "Cette page ne s’utilise pas ainsi. Revenez en arrière et utilisez ses liens et ses boutons.",
  PAYLOAD_TOO_LARGE: "Votre envoi est trop long. Revenez en arrière et raccourcissez-le.",
  UNSUPPORTED_MEDIA_TYPE:
    "Le formulaire est arrivé dans un format que nous ne lisons pas. Ouvrez la page et réessayez.",
  TOO_MANY_REQUESTS: "Trop de tentatives.",
  LIMIT_REACHED: "Vous avez atteint la limite.",
  BUSY: "Le service est très sollicité. Réessayez dans un instant.",
  UNAVAILABLE: "Cela n’est pas possible pour le moment. Réessayez dans un instant.",
  INTERNAL_ERROR: "Vous n’y êtes pour rien. Réessayez dans un instant.",
  UNAUTHORIZED: "Connectez-vous pour continuer.",
  SESSION_NOT_FRESH: "Confirmez votre identité pour continuer.",
  NO_ACTIVE_ORGANIZATION: "Choisissez d’abord une organisation.",
  PERMISSION_DENIED:
    "Votre rôle ne le permet pas. Adressez-vous à un propriétaire ou à un admin de l’organisation.",
  ACCOUNT_SUSPENDED: "Ce compte est suspendu. Contactez les responsables de ce service.",
  SECOND_FACTOR_REQUIRED:
    "La connexion demande votre seconde étape, indisponible pour le moment. Écrivez aux responsables de ce service.",
  INSUFFICIENT_USER_AUTHENTICATION: "Confirmez votre identité pour continuer.",
  SECOND_FACTOR_NOT_ENROLLED:
    "Cette action demande la validation en deux étapes. Activez-la d’abord dans « Sécurité ».",
  USER_NOT_FOUND: "Cet utilisateur n’existe pas.",
  ORGANIZATION_NOT_FOUND: "Cette organisation n’existe pas.",
  SLUG_TAKEN: "Cette URL est déjà prise. Choisissez-en une autre.",
  MEMBER_NOT_FOUND: "Ce membre n’existe pas.",
  LAST_OWNER:
    "Une organisation a besoin d’un propriétaire. Transférez-la d’abord, ou supprimez-la.",
  ALREADY_MEMBER: "Cette personne est déjà membre.",
  ALREADY_INVITED:
    "Cette adresse est déjà invitée. Annulez cette invitation pour en envoyer une autre.",
  ROLE_NOT_ALLOWED: "Votre rôle ne permet pas d’inviter quelqu’un avec ce rôle.",
  INVITATION_NOT_FOUND:
    "Cette invitation n’est plus valable. Adressez-vous à la personne qui vous a invité.",
  EMAIL_VERIFICATION_REQUIRED:
    "Vérifiez d’abord votre adresse e-mail : le lien est dans votre messagerie.",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL:
    "Un compte existe déjà avec cette adresse e-mail. Connectez-vous ou utilisez-en une autre.",
  SIGN_UP_NOT_ALLOWED: "Vous ne pouvez pas créer de compte ici sans invitation.",
  PASSWORD_ALREADY_SET: "Vous avez déjà un mot de passe. Modifiez-le plutôt.",
  PASSWORD_TOO_SHORT: "Ce mot de passe est trop court. Choisissez-en un plus long.",
  PASSWORD_TOO_LONG: "Ce mot de passe est trop long. Choisissez-en un plus court.",
  PASSWORD_TOO_COMMON:
    "Ce mot de passe figure dans des listes de mots de passe courants. Choisissez-en un autre.",
  INVALID_EMAIL_OR_PASSWORD: "L’adresse e-mail ou le mot de passe est incorrect.",
  EMAIL_NOT_VERIFIED: "Vérifiez d’abord votre adresse e-mail : le lien est dans votre messagerie.",
  INVALID_PASSWORD: "Le mot de passe est incorrect.",
  CREDENTIAL_ACCOUNT_NOT_FOUND: "Vous n’avez pas de mot de passe.",
  EMAIL_CHANGE_NOT_PENDING: "Il n’y a plus de changement d’adresse e-mail à annuler.",
  INVALID_TOKEN: "Ce lien a été utilisé ou remplacé.",
  TOKEN_EXPIRED: "Ce lien a expiré.",
  INVALID_CALLBACK_URL: "Nous ne redirigeons pas vers cette adresse.",
  CHALLENGE_NOT_FOUND: "Cela a pris trop de temps. Recommencez.",
  FAILED_TO_VERIFY_REGISTRATION: "La clé d’accès n’a pas pu être ajoutée. Réessayez.",
  CONDITIONAL_CREATE_NOT_ALLOWED:
    "Connectez-vous avec votre mot de passe pour obtenir ainsi une clé d’accès.",
  AUTHENTICATION_FAILED:
    "La clé d’accès n’a pas été acceptée. Réessayez ou utilisez une autre méthode.",
  PASSKEY_NOT_FOUND: "Cette clé d’accès n’est pas connue ici. Utilisez une autre méthode.",
  LAST_SIGN_IN_METHOD: "C’est votre dernière méthode de connexion. Ajoutez-en d’abord une autre.",
  PROVIDER_NOT_FOUND: "Ce fournisseur n’est pas proposé ici.",
  ID_TOKEN_NOT_SUPPORTED: "Cette méthode de connexion n’est pas proposée ici.",
  ACCOUNT_NOT_FOUND: "Ce compte lié n’existe pas.",
  FAILED_TO_UNLINK_LAST_ACCOUNT:
    "C’est votre dernière méthode de connexion. Ajoutez-en d’abord une autre.",
  SIGN_IN_METHOD_NOT_OFFERED: "Cette méthode de connexion n’est pas proposée ici.",
  DELETION_ALREADY_PENDING: "La suppression de ce compte est déjà en cours.",
  DELETION_NOT_PENDING: "Il n’y a plus de suppression à annuler.",
  EXPORT_NOT_FOUND: "Cette copie n’existe pas.",
  EXPORT_EXPIRED: "Cette copie n’est plus disponible. Demandez-en une nouvelle.",
  INVALID_OTP: "Ce code est incorrect.",
  OTP_EXPIRED: "Ce code a expiré. Demandez-en un nouveau.",
  TOO_MANY_ATTEMPTS: "Trop de codes incorrects. Demandez-en un nouveau plus tard.",
};
