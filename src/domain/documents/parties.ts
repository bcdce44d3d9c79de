import { formatDate, type IsoDate } from "#domain/dates.ts";
import type { Language } from "#domain/languages.ts";
import type { Cents } from "#domain/money.ts";
import type { InsuranceLimits } from "#domain/pricing/insurance.ts";

/** The business that rents cars out, as documents name it; unknown parts are empty. */
export type LegalParty = { name: string; address: string; phone: string; taxNumber: string };

/** Whether an order includes liability insurance, and its limits; if not, the renter brings their own. */
export type Cover = { isIncluded: boolean; limits?: InsuranceLimits };

/** What invoices name besides the sum: who pays, who may drive, which car, where and when. */
export type RentalFacts = {
  renterAddress: string;
  drivers: string[];
  plate: string;
  vin: string;
  place: string;
  pickupDate: IsoDate;
  returnDate: IsoDate;
  cover: Cover;
  /** Cents a day for insurance that is priced by the day; null for any other. */
  dailyInsurance: Cents | null;
};

const words = {
  en: {
    taxNumber: (number: string) => `Tax number ${number}`,
    limits: (person: string, accident: string) => `up to ${person} per person, ${accident} per accident`,
    included: "Liability insurance included",
    own: "The renter’s own liability insurance",
    plate: (plate: string) => `license plate ${plate}`,
    dollars: (amount: string) => `$${amount}`,
    comma: ", ",
    colon: ": ",
  },
  zh: {
    taxNumber: (number: string) => `税号 ${number}`,
    limits: (person: string, accident: string) => `每人最高 ${person}，每次事故最高 ${accident}`,
    included: "已含责任险",
    own: "承租人自备责任险",
    plate: (plate: string) => `车牌 ${plate}`,
    dollars: (amount: string) => `${amount} 美元`,
    comma: "，",
    colon: "：",
  },
} satisfies Record<Language, unknown>;

/** The lines that a document begins with: who issues it, where they are, how to reach them. */
export const issuerLines = ({ name, address, phone, taxNumber }: LegalParty, language: Language): string[] =>
  [name, address, phone, taxNumber && words[language].taxNumber(taxNumber)].filter((line) => line !== "");

/** A car by its name, with its plate and VIN as far as they are known. */
export const carLabel = (
  car: string,
  { plate, vin }: { plate?: string | undefined; vin?: string | undefined },
  language: Language,
): string =>
  [car, plate ? words[language].plate(plate) : "", vin ? `VIN ${vin}` : ""]
    .filter((part) => part !== "")
    .join(words[language].comma);

/** "up to $30,000 per person, $60,000 per accident": what a cover pays at most. */
export function limitsLabel({ person, accident }: InsuranceLimits, language: Language): string {
  const said = words[language];
  const dollars = (amount: number) => said.dollars(amount.toLocaleString("en-US"));
  return said.limits(dollars(person), dollars(accident));
}

export function coverLabel({ isIncluded, limits }: Cover, language: Language): string {
  const said = words[language];
  if (!isIncluded) return said.own;
  return limits ? `${said.included}${said.colon}${limitsLabel(limits, language)}` : said.included;
}

/** "Dec 1, 2026 – Mar 1, 2027" in English. */
export const periodLabel = (from: IsoDate, until: IsoDate, language: Language): string =>
  `${formatDate(from, language)} – ${formatDate(until, language)}`;
