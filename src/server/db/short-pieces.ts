import type { Database } from "./open-database.ts";

/** A piece for a server, which answers others meanwhile: as large as any work of ours. */
const wholeWork = 1_000_000;
const firstPiece = { embedded: 20, server: wholeWork };
const [fewest, most] = [2, 200];
/** Milliseconds. */
const longPiece = 25;

/**
 * Runs a write over `total` rows in pieces, from a first row, counted from 0, until before another. The embedded database
 * answers nobody else during a statement, so its pieces are short: each has as many rows as the last one's time suggests,
 * since a row of accented letters takes longer than another.
 */
export async function inShortPieces(
  { kind }: Pick<Database, "kind">,
  total: number,
  write: (from: number, until: number) => Promise<unknown>,
): Promise<void> {
  let rows = firstPiece[kind];
  for (let from = 0; from < total;) {
    const until = Math.min(total, from + rows);
    const began = performance.now();
    await write(from, until);
    if (kind === "embedded") rows = nextPiece(until - from, performance.now() - began);
    from = until;
  }
}

/** The rows of the next piece, after one of so many rows that took so many milliseconds. */
const nextPiece = (rows: number, milliseconds: number): number =>
  Math.min(most, 2 * rows, Math.max(fewest, Math.floor((rows * longPiece) / milliseconds)));
