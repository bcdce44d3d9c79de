/** A paragraph, or a list of points. Links are written "[words](/path)". */
export type LegalBlock = string | string[];
export type LegalSection = { id: string; title: string; blocks: LegalBlock[] };
export type LegalText = {
  title: string;
  lead: string;
  updated: string;
  contents: string;
  sections: LegalSection[];
};

/** The day from which both texts are in force, as a date in Los Angeles. */
export const legalDate = { iso: "2026-11-30", en: "November 30, 2026", zh: "2026年11月30日" } as const;
