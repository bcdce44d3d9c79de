/** Removes somebody's second factors; run by who operates the installation. */
export { resetFactors } from "#gotrue/users/reset-factors.ts";
