import type { RefusalTexts } from "./refusal-table.js";

/** What refusals say in Spanish. */
export const SPANISH_REFUSALS: RefusalTexts = {
  VALIDATION_ERROR: "Revisa los datos.",
  INVALID_JSON: "El formulario no llegó completo. Inténtalo de nuevo.",
  IMAGE_URL_NOT_SUPPORTED: "Introduce la dirección web de una imagen.",
  INVALID_ORIGIN:
    "Este formulario se envió desde otro sitio. Abre la página aquí e inténtalo de nuevo.",
  NOT_FOUND: "No hay nada en esta dirección.",
  METHOD_NOT_ALLOWED: "Esta página no se puede usar así. Vuelve atrás y usa sus enlaces y botones.",
  PAYLOAD_TOO_LARGE: "Lo que enviaste es demasiado largo. Vuelve atrás y acórtalo.",
  UNSUPPORTED_MEDIA_TYPE:
    "El formulario llegó en un formato que no leemos. Abre la página e inténtalo de nuevo.",
  TOO_MANY_REQUESTS: "Demasiados intentos.",
  LIMIT_REACHED: "Has alcanzado el límite.",
  BUSY: "El servicio está ocupado. Inténtalo de nuevo en un momento.",
  UNAVAILABLE: "Ahora mismo no es posible. Inténtalo de nuevo en un momento.",
  INTERNAL_ERROR: "No es culpa tuya. Inténtalo de nuevo en un momento.",
  UNAUTHORIZED: "Inicia sesión para continuar.",
  SESSION_NOT_FRESH: "Confirma tu identidad para continuar.",
  NO_ACTIVE_ORGANIZATION: "Elige primero una organización.",
  PERMISSION_DENIED:
    "Tu rol no lo permite. Pídeselo a un propietario o a un administrador de la organización.",
  ACCOUNT_SUSPENDED:
    "Esta cuenta está suspendida. Contacta con las personas que gestionan este servicio.",
  SECOND_FACTOR_REQUIRED:
    "Para iniciar sesión hace falta tu segundo paso, que ahora no se puede pedir. Escribe a quienes gestionan este servicio.",
  INSUFFICIENT_USER_AUTHENTICATION: "Confirma tu identidad para continuar.",
  SECOND_FACTOR_NOT_ENROLLED:
    "Esto requiere la verificación en dos pasos. Actívala primero en «Seguridad».",
  USER_NOT_FOUND: "Ese usuario no existe.",
  ORGANIZATION_NOT_FOUND: "Esa organización no existe.",
  SLUG_TAKEN: "Esta URL está ocupada. Elige otra.",
  MEMBER_NOT_FOUND: "Ese miembro no existe.",
  LAST_OWNER:
    "Una organización necesita un propietario. Transfiérela primero o elimina la organización.",
  ALREADY_MEMBER: "Esta persona ya es miembro.",
  ALREADY_INVITED: "Esta dirección ya está invitada. Cancela esa invitación para enviar otra.",
  ROLE_NOT_ALLOWED: "Tu rol no permite invitar a alguien con este rol.",
  INVITATION_NOT_FOUND: "Esta invitación ya no es válida. Pregunta a quien te invitó.",
  EMAIL_VERIFICATION_REQUIRED:
    "Verifica primero tu correo electrónico: el enlace está en tu buzón.",
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL:
    "Ya hay una cuenta con este correo electrónico. Inicia sesión o usa otro.",
  SIGN_UP_NOT_ALLOWED: "Aquí no puedes crear una cuenta sin invitación.",
  PASSWORD_ALREADY_SET: "Ya tienes una contraseña. Cámbiala en su lugar.",
  PASSWORD_TOO_SHORT: "Esta contraseña es demasiado corta. Usa una más larga.",
  PASSWORD_TOO_LONG: "Esta contraseña es demasiado larga. Usa una más corta.",
  PASSWORD_TOO_COMMON: "Esta contraseña está en listas de contraseñas comunes. Elige otra.",
  INVALID_EMAIL_OR_PASSWORD: "El correo electrónico o la contraseña no son correctos.",
  EMAIL_NOT_VERIFIED: "Verifica primero tu correo electrónico: el enlace está en tu buzón.",
  INVALID_PASSWORD: "La contraseña no es correcta.",
  CREDENTIAL_ACCOUNT_NOT_FOUND: "No tienes contraseña.",
  EMAIL_CHANGE_NOT_PENDING: "Ya no hay ningún cambio de correo electrónico que cancelar.",
  INVALID_TOKEN: "Este enlace ya se usó o se sustituyó.",
  TOKEN_EXPIRED: "Este enlace ha caducado.",
  INVALID_CALLBACK_URL: "No llevamos a esta dirección.",
  CHALLENGE_NOT_FOUND: "Tardó demasiado. Empieza de nuevo.",
  FAILED_TO_VERIFY_REGISTRATION: "No se pudo añadir la llave de acceso. Inténtalo de nuevo.",
  CONDITIONAL_CREATE_NOT_ALLOWED:
    "Inicia sesión con tu contraseña para obtener así una llave de acceso.",
  AUTHENTICATION_FAILED: "No se aceptó la llave de acceso. Inténtalo de nuevo o usa otro método.",
  PASSKEY_NOT_FOUND: "Esta llave de acceso no se conoce aquí. Usa otro método.",
  LAST_SIGN_IN_METHOD: "Es tu último método para iniciar sesión. Añade otro primero.",
  PROVIDER_NOT_FOUND: "Ese proveedor no está disponible aquí.",
  ID_TOKEN_NOT_SUPPORTED: "Este método para iniciar sesión no se ofrece aquí.",
  ACCOUNT_NOT_FOUND: "Esa cuenta vinculada no existe.",
  FAILED_TO_UNLINK_LAST_ACCOUNT: "Es tu último método para iniciar sesión. Añade otro primero.",
  SIGN_IN_METHOD_NOT_OFFERED: "Este método para iniciar sesión no se ofrece aquí.",
  DELETION_ALREADY_PENDING: "Esta cuenta ya se está eliminando.",
  DELETION_NOT_PENDING: "Ya no hay ninguna eliminación que cancelar.",
  EXPORT_NOT_FOUND: "Esa copia no existe.",
  EXPORT_EXPIRED: "Esta copia ya no está disponible. Pide una nueva.",
  INVALID_OTP: "Este código no es correcto.",
  OTP_EXPIRED: "Este código ha caducado. Pide uno nuevo.",
  TOO_MANY_ATTEMPTS: "Demasiados códigos incorrectos. Pide uno nuevo más tarde.",
};
