/** The variables of earlier versions, and those that have taken their place. */
const RENAMED = { MAIL_COLOR: "BRAND_COLOR", MAIL_LOGO_URL: "BRAND_LOGO_URL" } as const;

/** Returns what to do about variables that are set and have no effect any more. */
export const renamedVariables = (isSet: (name: string) => boolean): readonly string[] =>
  Object.entries(RENAMED)
    .filter(([name]) => isSet(name))
    .map(([name, successor]) => `${name} is now ${successor}: rename it`);
