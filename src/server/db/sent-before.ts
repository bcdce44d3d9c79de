import { createHash } from "node:crypto";
import { Refusal } from "#contract/errors.ts";

/** SHA-256 of the content that was sent with an id, without its sender. */
export const requestHashOf = ({ by: _by, ...sent }: { by: string } & Record<string, unknown>): string =>
  createHash("sha256")
    .update(JSON.stringify(Object.entries(sent).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest("base64url");

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

/** `sentBefore` for a file: only the file's owner may send it again. */
export const fileSentBefore = <Row extends { accountId: string; requestHash: string }>(
  known: Row,
  accountId: string,
  requestHash: string,
): Row => sentBefore(known, requestHash, { isSame: known.accountId === accountId, refusal: fileIdUsed });

const used = "This ID can't be used. Please send another one.";
export const recordIdUsed = (message = used): Refusal => new Refusal("record_id_used", message);
const fileIdUsed = (): Refusal => new Refusal("document_id_used", used);
