import { Refusal } from "#contract/errors.ts";
import { holdsCardNumber } from "#domain/card-numbers.ts";

/** Digits in these are something else: ids, telephone numbers, dates. */
const otherNumbers = /^(id|.*Id|.*[Pp]hone|mobile|.*Date)$/;

/** Refuses a body that holds what looks like a complete card number, wherever it stands, before anything reads or logs it. */
export function refuseCardNumbers(body: unknown, name = "", depth = 0): void {
  if (typeof body === "string" || typeof body === "number") {
    if (otherNumbers.test(name) || !holdsCardNumber(String(body))) return;
    throw new Refusal("card_number_refused", "This looks like a card number. Card numbers never leave your browser; please remove it.", {
      fields: { [name || "body"]: { code: "card_number", message: "must not hold a card number" } },
    });
  }
  if (depth > 8 || typeof body !== "object" || body === null) return;
  for (const [key, value] of Object.entries(body)) refuseCardNumbers(value, Array.isArray(body) ? name : key, depth + 1);
}
