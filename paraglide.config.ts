const shared = { emitTsDeclarations: true };

/**
 * How messages/{en,zh}/*.json become typed functions of pages. The server and the browser each say which language holds
 * (src/web/i18n).
 */
export const paraglide = {
  ...shared,
  project: "./project.inlang",
  outdir: "./src/web/paraglide",
  strategy: ["globalVariable", "baseLocale"] as ("globalVariable" | "baseLocale")[],
};

/**
 * How messages/{en,zh}/emails.json become typed functions of the server. Each call says the language: one process writes
 * to everybody.
 */
export const emailParaglide = {
  ...shared,
  project: "./emails.inlang",
  outdir: "./src/server/mail/paraglide",
  strategy: ["baseLocale"] as "baseLocale"[],
  outputStructure: "locale-modules" as const,
  disableAsyncLocalStorage: true,
  emitReadme: false,
};
