import { createHash } from "node:crypto";
import { Refusal } from "#contract/errors.ts";

/**
 * SHA-256 of what was sent with an id, in any sequence of its fields. Who sent it, and the language of the page, are not
 * a part of it.
 */
export const requestHashOf = ({
  by: _by,
  language: _language,
  ...sent
}: { by?: string; language?: string } & Record<string, unknown>): string => {
  const fields = Object.entries(sent)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(fields)).digest("base64url");
};

/** `isSame` says whether everything beyond the request's content is equal too. */
type Sameness = { isSame?: boolean; refusal?: () => Refusal };

/**
 * The row that the same request has written before under its id; undefined where the id is new. Throws a Refusal where
 * the row was written for something else.
 */
export function sentBefore<Row extends { requestHash: string | null } | undefined>(
  known: Row,
  requestHash: string,
  { isSame = true, refusal = () => recordIdUsed() }: Sameness = {},
): Row {
  if (known && !(isSame && known.requestHash === requestHash)) throw refusal();
  return known;
}

/** `sentBefore` for a row without a hash: it has everything that was sent. */
export function writtenBefore<Row>(
  known: Row,
  isSame: (known: NonNullable<Row>) => boolean,
  refusal: () => Refusal = recordIdUsed,
): Row {
  if (known && !isSame(known)) throw refusal();
  return known;
}

/** `sentBefore` for a file: only the file's owner may send it again. */
export const fileSentBefore = <Row extends { accountId: string; requestHash: string }>(
  known: Row,
  accountId: string,
  requestHash: string,
): Row => sentBefore(known, requestHash, { isSame: known.accountId === accountId, refusal: fileIdUsed });

const used = "This ID can't be used. Please send another one.";
export const recordIdUsed = (message = used): Refusal => new Refusal("record_id_used", message);
const fileIdUsed = (): Refusal => new Refusal("document_id_used", used);
