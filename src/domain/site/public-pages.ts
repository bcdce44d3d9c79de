/**
 * The pages that search engines should know, beside the cars' own. A journey holds them to what they answer.
 */
export const publicPages = [
  "/",
  "/cars",
  "/search",
  "/pricing-tiers",
  "/how-it-works",
  "/faq",
  "/contact",
  "/autowealth/",
  "/autoedu",
  "/terms",
  "/privacy",
] as const;
