import { type CardBrand, cardBrandOf } from "#domain/card-numbers.ts";
import type { IsoDate } from "#domain/dates.ts";

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

/** All that leaves the browser. */
export type CardSummary = { brand: CardBrand; last4: string; expiry: string };

export const firstEmpty = (card: TypedCard): CardField | undefined => cardFields.find((name) => name !== "addressLine2" && card[name].trim() === "");

export type CardFault =
  | { field: "cardNumber"; code: "number" }
  | { field: "expiryDate"; code: "expiry_shape" | "expiry_past" }
  | { field: "cvv"; code: "cvv"; digits: number };

/** Number (prefix, length, check digit), expiry and security code. A card is good through the last day of its month. */
export function checkCard(card: TypedCard, today: IsoDate): CardSummary | CardFault {
  const digits = card.cardNumber.replace(/[ -]/g, "");
  const brand = cardBrandOf(digits);
  if (!brand) return { field: "cardNumber", code: "number" };
  const expiry = card.expiryDate.trim();
  if (!/^(0[1-9]|1[0-2])\/\d{2}$/.test(expiry)) return { field: "expiryDate", code: "expiry_shape" };
  if (`20${expiry.slice(3)}-${expiry.slice(0, 2)}` < today.slice(0, 7)) return { field: "expiryDate", code: "expiry_past" };
  const digitsOfCvv = brand === "amex" ? 4 : 3;
  if (!/^\d+$/.test(card.cvv.trim()) || card.cvv.trim().length !== digitsOfCvv) return { field: "cvv", code: "cvv", digits: digitsOfCvv };
  return { brand, last4: digits.slice(-4), expiry };
}

/** Longest text of the card number field: sixteen digits in groups of four. */
const numberLength = 19;

/** "4111111111111111" as people read it off a card. A number too long for groups stays plain. */
export function groupCardNumber(typed: string): string {
  const digits = typed.replace(/\D/g, "");
  const groups = /^3[47]/.test(digits) ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)] : (digits.match(/\d{1,4}/g) ?? []);
  const grouped = groups.filter(Boolean).join(" ");
  return grouped.length <= numberLength ? grouped : digits.slice(0, numberLength);
}

/** "1228" as "12/28". */
export function shapeExpiry(typed: string): string {
  const digits = typed.replace(/\D/g, "").slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}
