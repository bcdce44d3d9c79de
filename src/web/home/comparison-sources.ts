import type { Source } from "./home-content.ts";

/** The day and sources of the statements about other companies. Read them again before changing a statement. */
export const comparedOn = "2026-11-21";

export const comparisonSources: readonly Source[] = [
  { name: "Enterprise", url: "https://www.enterprise.com/en/help/faqs.html" },
  { name: "Hertz", url: "https://www.hertz.com/us/en/support" },
  { name: "Zipcar", url: "https://support.zipcar.com" },
  { name: "Turo", url: "https://support.turo.com/hc/en-us/articles/203991170-Trip-costs" },
];
