import type { IsoDate } from "#domain/dates.ts";
import type { Language } from "#domain/languages.ts";
import type { Cents } from "#domain/money.ts";
import type { InsuranceLimits } from "#domain/pricing/insurance.ts";
import { agreementEn } from "./agreement-en.ts";
import { agreementZh } from "./agreement-zh.ts";
import type { LegalParty } from "./parties.ts";

/** Rises with every change of the text; an agreement accepted under an older version stays as it was. */
export const agreementVersion = "2026-11-30.1";

/** The facts of an order that its agreement names. Money is whole cents. */
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
  /** Facts that agreements of earlier versions don't name. Unknown facts are empty. */
  parties?: { business: LegalParty; plate: string; vin: string; place: string; limits?: InsuranceLimits };
  /** Names of the additional drivers, as on their licenses; absent if there are none. */
  drivers?: string[];
};

export type Clause = { title: string; text: string };

const texts: Record<Language, (facts: AgreementFacts) => Clause[]> = { en: agreementEn, zh: agreementZh };

/** The clauses in both languages, one beside the other. The English text is the one that binds. */
export function agreementClauses(facts: AgreementFacts): Record<Language, Clause>[] {
  const zh = texts.zh(facts);
  return texts.en(facts).map((en, index) => ({ en, zh: zh[index] ?? { title: "", text: "" } }));
}
