import type { SystemAlert } from "#contract/admin/dashboard.ts";

/** An alert's words, and the page that it leads to. */
export type Rule = {
  type: SystemAlert["type"];
  /** The page for acting on the cases: their list, or the page of the newest case's order or host. */
  href: string | ((about: string) => string);
  en: (count: number) => string;
  zh: (count: number) => string;
};

/** The words for one case, or for many with their number. */
export const each = (count: number, one: string, many: string): string =>
  count === 1 ? one : many.replace("#", count >= 1000 ? "1,000 or more" : String(count));
