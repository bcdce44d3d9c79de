import type { SystemAlert } from "#contract/admin/dashboard.ts";

/** How an alert is told, and where it leads. */
export type Rule = {
  type: SystemAlert["type"];
  /** Where its cases are seen to: their list, or the page of the newest one's order or host. */
  href: string | ((about: string) => string);
  en: (count: number) => string;
  zh: (count: number) => string;
};

/** Words of one case, or of many with their number. */
export const each = (count: number, one: string, many: string): string =>
  count === 1 ? one : many.replace("#", count >= 1000 ? "1,000 or more" : String(count));
