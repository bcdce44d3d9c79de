/**
 * A reader's position: the snapshot of transactions up to which it has read, in PostgreSQL's form, and the time of
 * that snapshot, in seconds since 1970. The events' numbers would not work: they are given before transactions
 * end, so a smaller one may become visible after a greater one.
 */
export type Position = { snapshot: string; at: number };

/** The form of a position in `id:` and `Last-Event-ID`. */
export const writePosition = ({ snapshot, at }: Position): string => `${snapshot}@${at}`;

const longest = 8000;
const isNumber = (text: string): boolean => /^\d{1,19}$/.test(text);

/** What `writePosition` wrote; undefined for anything else. */
export function readPosition(text: unknown): Position | undefined {
  if (typeof text !== "string" || text.length > longest) return undefined;
  const [snapshot = "", at = "", ...more] = text.split("@");
  if (more.length > 0 || !/^\d{1,12}$/.test(at)) return undefined;
  const [from = "", to = "", between, ...rest] = snapshot.split(":");
  if (rest.length > 0 || between === undefined || !isNumber(from) || !isNumber(to)) return undefined;
  const running = between === "" ? [] : between.split(",");
  if (!running.every(isNumber)) return undefined;
  const numbers = [from, ...running, to].map(BigInt);
  const isRising = numbers.every((number, at) => at === 0 || (numbers[at - 1] ?? 0n) <= number);
  // PostgreSQL lists no transaction as running that has not begun.
  if (running.length > 0 && numbers.at(-2) === numbers.at(-1)) return undefined;
  return isRising && from !== "0" && BigInt(from) > 0n ? { snapshot, at: Number(at) } : undefined;
}

const end = ({ snapshot }: Position): bigint => BigInt(snapshot.split(":")[1] ?? "0");

/** Whether a position knows of transactions that have not begun here: it is of another database. */
export const isAhead = (position: Position, of: Position): boolean => end(position) > end(of);
