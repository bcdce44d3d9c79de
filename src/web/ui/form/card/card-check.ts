import { type CardBrand, cardBrandOf } from "#domain/people/card-numbers.ts";
import type { IsoDate } from "#domain/dates.ts";
import { plainLine } from "#domain/plain-text.ts";

/** What somebody typed about a card. It lives in the page's inputs only and is never sent. */
export type TypedCard = {
  cardNumber: string;
  expiryDate: string;
  cvv: string;
  cardholderName: string;
  addressLine1: string;
  addressLine2: string;
  city: string;
  state: string;
  zipCode: string;
  country: string;
};
export type CardField = keyof TypedCard;
export const cardFields = [
  "cardNumber",
  "expiryDate",
  "cvv",
  "cardholderName",
  "addressLine1",
  "addressLine2",
  "city",
  "state",
  "zipCode",
  "country",
] as const satisfies readonly CardField[];

/** Only these facts about a card leave the browser. */
export type CardSummary = { brand: CardBrand; last4: string; expiry: string };

export const firstEmpty = (card: TypedCard): CardField | undefined =>
  cardFields.find((name) => name !== "addressLine2" && card[name].trim() === "");

export type CardErrorCode = "missing" | "number" | "expiry_shape" | "expiry_past" | "cvv_3" | "cvv_4";
export type CardErrors = Partial<Record<CardField, CardErrorCode>>;

/** The error of each field, so that every wrong field can show its own. */
export function cardErrors(card: TypedCard, today: IsoDate): CardErrors {
  const empty = cardFields.filter((name) => name !== "addressLine2" && card[name].trim() === "");
  const errors: CardErrors = Object.fromEntries(empty.map((name) => [name, "missing" as const]));
  const checked = checkCard(card, today);
  if ("field" in checked && checked.field === "cardNumber") errors.cardNumber ??= "number";
  const expiry = expiryError(readExpiry(card.expiryDate), today);
  if (expiry) errors.expiryDate ??= expiry;
  const brand = cardBrandOf(digitsOf(card));
  if (brand && !isCvvOf(brand, card.cvv)) errors.cvv ??= brand === "amex" ? "cvv_4" : "cvv_3";
  return errors;
}

export type CardError =
  | { field: "cardNumber"; code: "number" }
  | { field: "expiryDate"; code: "expiry_shape" | "expiry_past" }
  | { field: "cvv"; code: "cvv"; digits: number };

/**
 * Number (prefix, length, check digit), expiry and security code. A card is good through the last day of its
 * month.
 */
export function checkCard(card: TypedCard, today: IsoDate): CardSummary | CardError {
  const digits = digitsOf(card);
  const brand = cardBrandOf(digits);
  if (!brand) return { field: "cardNumber", code: "number" };
  const expiry = readExpiry(card.expiryDate);
  const code = expiryError(expiry, today);
  if (!expiry || code) return { field: "expiryDate", code: code ?? "expiry_shape" };
  if (!isCvvOf(brand, card.cvv)) return { field: "cvv", code: "cvv", digits: cvvDigits(brand) };
  return { brand, last4: digits.slice(-4), expiry };
}

/** The facts about a card that may be kept, or the errors of its number and its expiry. */
export function summaryOf(
  card: Pick<TypedCard, "cardNumber" | "expiryDate">,
  today: IsoDate,
): CardSummary | { errors: CardErrors } {
  const digits = digitsOf(card);
  const brand = cardBrandOf(digits);
  const expiry = readExpiry(card.expiryDate);
  const errors: CardErrors = {};
  if (!brand) errors.cardNumber = digits === "" ? "missing" : "number";
  const wrong = card.expiryDate.trim() === "" ? "missing" : expiryError(expiry, today);
  if (wrong) errors.expiryDate = wrong;
  return brand && expiry && !wrong ? { brand, last4: digits.slice(-4), expiry } : { errors };
}

/** Full-width digits and signs, other dashes and slashes count like the usual ones, and invisible characters don't count. */
const plain = (typed: string): string =>
  plainLine(typed)
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/[\u2044\u2215]/g, "/");

const digitsOf = ({ cardNumber }: Pick<TypedCard, "cardNumber">): string =>
  plain(cardNumber).replace(/[ -]/g, "");

/** Month first or year first, the year with two or four digits, as people and password managers write it. */
const expiryShapes = [
  /^(?<month>\d{1,2})[/.-](?:20)?(?<year>\d{2})$/,
  /^20(?<year>\d{2})[/.-](?<month>\d{1,2})$/,
  /^(?<month>0[1-9]|1[0-2])(?:20)?(?<year>\d{2})$/,
  /^20(?<year>\d{2})(?<month>0[1-9]|1[0-2])$/,
] as const;

/** The last month of a card's validity, as "12/28"; undefined for any other text. */
export function readExpiry(typed: string): string | undefined {
  const text = plain(typed).replace(/\s/g, "");
  for (const shaped of expiryShapes) {
    const { month = "", year = "" } = shaped.exec(text)?.groups ?? {};
    if (Number(month) >= 1 && Number(month) <= 12) return `${month.padStart(2, "0")}/${year}`;
  }
  return undefined;
}

function expiryError(expiry: string | undefined, today: IsoDate): "expiry_shape" | "expiry_past" | undefined {
  if (!expiry) return "expiry_shape";
  return `20${expiry.slice(3)}-${expiry.slice(0, 2)}` < today.slice(0, 7) ? "expiry_past" : undefined;
}

const cvvDigits = (brand: CardBrand): number => (brand === "amex" ? 4 : 3);
const isCvvOf = (brand: CardBrand, cvv: string): boolean =>
  /^\d+$/.test(plain(cvv)) && plain(cvv).length === cvvDigits(brand);

/** Longest text of the card number field: sixteen digits in groups of four. */
const numberLength = 19;

/** "4111111111111111" as people read it off a card. A number too long for groups stays plain. */
export function groupCardNumber(typed: string): string {
  const digits = plain(typed).replace(/\D/g, "");
  const groups = /^3[47]/.test(digits)
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)]
    : (digits.match(/\d{1,4}/g) ?? []);
  const grouped = groups.filter(Boolean).join(" ");
  return grouped.length <= numberLength ? grouped : digits.slice(0, numberLength);
}

/** Turns "1228" into "12/28" while it is typed. Any other text stays as it is: it may still become a month. */
export const shapeExpiry = (typed: string): string => typed.replace(/^(0[1-9]|1[0-2])(\d{1,2})$/, "$1/$2");
