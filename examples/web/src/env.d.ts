interface ImportMetaEnv {
  /** Where the service answers. */
  readonly VITE_AUTH_URL?: string;
}
