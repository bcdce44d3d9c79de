import type { IsoDate } from "#domain/dates.ts";
import type { Language } from "#domain/languages.ts";
import type { Cents } from "#domain/money.ts";
import type { InsuranceLimits } from "#domain/pricing/insurance.ts";
import { agreementEn } from "./agreement-en.ts";
import { agreementZh } from "./agreement-zh.ts";
import type { LegalParty } from "./parties.ts";

/** Rises with every change of the words; what was accepted under an older one stays as it was. */
export const agreementVersion = "2026-11-30.1";

/** What of an order stands in its agreement. Money is whole cents. */
export type AgreementFacts = {
  orderNumber: string;
  renter: string;
  carId: string;
  car: string;
  pickupDate: IsoDate;
  pickupTime: string;
  returnDate: IsoDate;
  returnTime: string;
  total: Cents;
  firstInstalment: Cents;
  milesIncluded: number;
  extraMile: Cents;
  coverage: "included" | "own";
  /** What agreements of earlier versions don't name. Unknown facts are empty. */
  parties?: { business: LegalParty; plate: string; vin: string; place: string; limits?: InsuranceLimits };
  /** Who may drive beside the renter, by their licenses; absent where nobody may. */
  drivers?: string[];
};

export type Clause = { title: string; text: string };

const texts: Record<Language, (facts: AgreementFacts) => Clause[]> = { en: agreementEn, zh: agreementZh };

/** The clauses in both languages, one beside the other. The English text is the one that binds. */
export function agreementClauses(facts: AgreementFacts): Record<Language, Clause>[] {
  const zh = texts.zh(facts);
  return texts.en(facts).map((en, index) => ({ en, zh: zh[index] ?? { title: "", text: "" } }));
}
