import type { FastifyInstance } from "fastify";
import { Refusal } from "#contract/errors.ts";
import { holdsCardNumber, isCardNotPhone } from "#domain/people/card-numbers.ts";
import { isResidentNumber } from "#domain/people/resident-number.ts";
import { isUuid } from "#server/db/is-uuid.ts";

const phoneFields = /phone$|^mobile$/i;
/**
 * Fields of the sign-in protocol that bear random secrets: one in a thousand holds such a number by chance.
 */
const secretFields = new Set([
  "refresh_token",
  "token",
  "token_hash",
  "auth_code",
  "code_verifier",
  "code_challenge",
  "nonce",
]);

type Found = { name: string; value: unknown; isTop: boolean };

/**
 * Refuses a body that holds what looks like a complete card number, wherever and however it stands, before
 * anything reads or logs it.
 */
export function refuseCardNumbers(body: unknown): void {
  const open: Found[] = [{ name: "", value: body, isTop: false }];
  for (let found = open.pop(); found; found = open.pop()) {
    const { name, value } = found;
    if (isCard(found)) {
      throw new Refusal(
        "card_number_refused",
        "This looks like a card number. Card numbers never leave your browser; please remove it.",
        {
          fields: { [name || "body"]: { code: "card_number", message: "can't contain a card number" } },
        },
      );
    }
    if (typeof value !== "object" || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      open.push({ name: Array.isArray(value) ? name : key, value: inner, isTop: value === body });
      if (!Array.isArray(value)) open.push({ name: "body", value: key, isTop: false });
    }
  }
}

function isCard({ name, value, isTop }: Found): boolean {
  if (typeof value !== "string" && typeof value !== "number") return false;
  const text = String(value);
  if (isUuid(text) || (isTop && secretFields.has(name))) return false;
  // One in ten of some provinces begins and checks as a card of 18 digits does.
  if (isTop && name === "number" && isResidentNumber(text.trim())) return false;
  return phoneFields.test(name) ? isCardNotPhone(text) : holdsCardNumber(text);
}

/** The same for every body of a protocol that has its own ways of checking them. */
export function guardCards(app: FastifyInstance): void {
  app.addHook("preHandler", (request, _reply, done) => {
    refuseCardNumbers(request.body);
    done();
  });
}
