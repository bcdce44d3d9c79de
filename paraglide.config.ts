/**
 * How messages/{en,zh}.json become typed functions. The server and the browser each say which language holds
 * (src/web/i18n).
 */
export const paraglide = {
  project: "./project.inlang",
  outdir: "./src/web/paraglide",
  strategy: ["globalVariable", "baseLocale"] as ("globalVariable" | "baseLocale")[],
  emitTsDeclarations: true,
};
