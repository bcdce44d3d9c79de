/** A way back for whoever has lost their second factor, by the hand of whoever runs the installation. */
export { resetFactors } from "#gotrue/users/reset-factors.ts";
