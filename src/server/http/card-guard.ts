import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { Refusal } from "#contract/errors.ts";
import { holdsCardNumber, isCardNotPhone } from "#domain/people/card-numbers.ts";
import { isResidentNumber } from "#domain/people/resident-number.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import { ownPath } from "./own-path.ts";

const phoneFields = /phone$|^mobile$/i;
/**
 * Fields of the sign-in protocol that carry random secrets: one in a thousand looks like a card number by chance.
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

type FoundValue = { name: string; value: unknown; isTop: boolean };

/**
 * Refuses a body that holds what looks like a complete card number, anywhere and in any form, before anything reads
 * or logs it.
 */
export function refuseCardNumbers(body: unknown): void {
  const open: FoundValue[] = [{ name: "", value: body, isTop: false }];
  for (let found = open.pop(); found; found = open.pop()) {
    const { name, value } = found;
    if (isCard(found)) throw refusal(name || "body");
    if (typeof value !== "object" || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      open.push({ name: Array.isArray(value) ? name : key, value: inner, isTop: value === body });
      if (!Array.isArray(value)) open.push({ name: "body", value: key, isTop: false });
    }
  }
}

/** A field's name that holds a card number is not repeated. */
const refusal = (field: string): Refusal =>
  new Refusal(
    "card_number_refused",
    "This looks like a card number. Card numbers never leave your browser; please remove it.",
    {
      fields: {
        [holdsCardNumber(field) ? "body" : field]: {
          code: "card_number",
          message: "can't contain a card number",
        },
      },
    },
  );

function isCard({ name, value, isTop }: FoundValue): boolean {
  if (typeof value !== "string" && typeof value !== "number") return false;
  const text = String(value);
  if (isUuid(text) || (isTop && secretFields.has(name))) return false;
  // In some provinces one resident number in ten begins and checks like a card number of 18 digits.
  if (isTop && name === "number" && isResidentNumber(text.trim())) return false;
  return phoneFields.test(name) ? isCardNotPhone(text) : holdsCardNumber(text);
}

/** Refuses card numbers in all bodies of a protocol that has its own ways of checking them. */
export function guardCards(app: FastifyInstance): void {
  app.addHook("preHandler", (request, _reply, done) => {
    refuseCardNumbers(request.body);
    done();
  });
}

/** Parts of an address that contain random secrets, or places in a list. */
const secretParameters = new Set([...secretFields, "key", "code", "cursor", "apikey", "access_token"]);
/** Headers with secrets, transport data or networks' addresses; none of them is kept. */
const transport =
  /^(?:authorization|cookie|apikey|host|content-.*|if-.*|last-event-id|forwarded|x-forwarded-.*|x-real-ip|.*-signature|paypal-.*)$/;

/**
 * Keeps card numbers out of the address and the headers. An address with one is refused, and a page's address is
 * redirected to one without it; a header with one is removed.
 */
export function guardHeads(
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const { headers, method } = request;
  for (const [name, value] of Object.entries(headers))
    if (!isTransport(name) && isCardHeader(String(value))) delete headers[name];
  const [path = "", query = ""] = request.url.split(/\?(.*)/s);
  if (isCardPath(path)) return done(refusal("address"));
  if (query === "") return done();
  const asked = [...new URLSearchParams(query)];
  const clean = asked.filter(([name, value]) => !isCardIn(name, value));
  if (clean.length === asked.length) return done();
  if (method !== "GET" || /^\/(?:api|auth|rest)\//.test(path)) return done(refusal("query"));
  const rest = new URLSearchParams(clean).toString();
  const own = ownPath(path);
  reply.redirect(rest ? `${own}?${rest}` : own, 303);
}

const longestKnown = 400;

/**
 * Texts that a test has found harmless are known: a browser sends the same headers in each request, and people ask for
 * the same paths.
 */
function remembered(test: (text: string) => boolean): (text: string) => boolean {
  const harmless = new LRUCache<string, true>({ max: 1000 });
  return (text) => {
    if (harmless.get(text)) return false;
    const found = test(text);
    if (!found && text.length <= longestKnown) harmless.set(text, true);
    return found;
  };
}

const isTransport = remembered((name) => transport.test(name));
const isCardValue = remembered(isCardNotPhone);
const isCardHeader = (value: string): boolean => value.length >= 13 && isCardValue(value);
const isCardPath = remembered((path) => isCardNotPhone(decoded(path).replace(uuids, "")));

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** PostgREST writes a filter's value as "eq.4242…". */
const isCardIn = (name: string, value: string): boolean =>
  isCardNotPhone(name) ||
  (!secretParameters.has(name) && !isUuid(value) && isCardNotPhone(value.replace(uuids, "")));

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
