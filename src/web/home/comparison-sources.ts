import type { Source } from "./home-content.ts";

/** When and where we read what the comparison says about other companies. Read again before changing it. */
export const comparedOn = "2026-11-21";

export const comparisonSources: readonly Source[] = [
  { name: "Enterprise", url: "https://www.enterprise.com/en/help/faqs.html" },
  { name: "Hertz", url: "https://www.hertz.com/us/en/support" },
  { name: "Zipcar", url: "https://support.zipcar.com" },
  { name: "Turo", url: "https://support.turo.com/hc/en-us/articles/203991170-Trip-costs" },
];
