import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { type FileError, Refusal } from "#contract/errors.ts";
import { type Encoding, findEncoding } from "./csv-encoding.ts";
import { type Line, splitLines } from "./split-lines.ts";

/** A file that isn't CSV at all; its message is for the person who gave it, its error for pages in any language. */
export class UnreadableFile extends Error {
  override name = "UnreadableFile";
  readonly fileError: FileError;

  constructor(message: string, code: FileError["code"], values?: FileError["values"]) {
    super(message);
    this.fileError = { code, ...(values && { values }) };
  }
}

/** Throws a Refusal for a file that isn't CSV, and any other error as it is. For `catch`. */
export function refuseUnreadable(error: unknown): never {
  throw error instanceof UnreadableFile
    ? new Refusal("file_refused", error.message, { file: error.fileError })
    : error;
}

export type CsvRow = { row: number; cells: string[] } | { row: number; error: string };

const sampleBytes = 64 * 1024;
/** The limits of one row, in characters and in lines of its cells. */
const longestRow = 256 * 1024;
const mostLines = 1000;

/** The most lines before the header: a title, the day of a report, or empty lines. */
export const mostBeforeHeader = 20;

export type CsvOptions = {
  onBytes?: ((done: number) => void) | undefined;
  /** How many columns a row lacks as the header, which shows the delimiter. Without it, the first line is the header. */
  lacking?: (cells: readonly string[]) => number;
};

/**
 * Streams a CSV file's rows with their numbers as a spreadsheet counts them, what stands before the header too.
 * Comma, semicolon, tab or bar, or what a first line `sep=…` names, which spreadsheets read and don't show; UTF-8,
 * UTF-16 with its mark, GB 18030, Big5, Windows-1252 or Mac OS Roman; any line endings, mixed too. A line that makes no row,
 * not even with those after it, is an error by itself: a lone quotation mark takes no other row along.
 */
export async function* readCsv(
  path: string,
  { onBytes = () => {}, lacking }: CsvOptions = {},
): AsyncGenerator<CsvRow, void> {
  const sample = await readSample(path);
  if (sample.length === 0) throw new UnreadableFile("The file is empty.", "empty");
  const encoding = await findEncoding(path);
  if (!encoding && sample.includes(0)) throw noText();
  if (!encoding)
    throw new UnreadableFile(
      "We can't tell how this file's text is encoded. Save it as UTF-8 and try again.",
      "encoding_unclear",
    );
  const begins = new TextDecoder(encoding).decode(sample).split(/\r\n|\n|\r/, mostBeforeHeader + 1);
  if (begins.find((line) => line.trim())?.includes("\u0000")) throw noText();
  const named = /^"?sep=(.)"?$/i.exec(begins[0]?.trimStart() ?? "")?.[1];
  const delimiter = named ?? delimiterOf(begins, lacking);
  const lines = splitLines(decoded(path, encoding, onBytes), longestRow);
  const waiting: Line[] = [];
  /** The line this many places ahead; undefined after the last line. */
  const ahead = async (place: number): Promise<Line | undefined> => {
    while (waiting.length <= place) {
      const next = await lines.next();
      if (next.done) return undefined;
      waiting.push(next.value);
    }
    return waiting[place];
  };
  try {
    // A spreadsheet doesn't count the line that only names the delimiter.
    if (named !== undefined && (await ahead(0))) waiting.shift();
    for (let row = 1; await ahead(0); row++) {
      const count = await linesOfRow(ahead);
      const cells =
        count &&
        cellsOf(
          waiting
            .slice(0, count)
            .map((line) => line.text)
            .join("\n"),
          delimiter,
        );
      waiting.splice(0, (cells && count) || 1);
      yield cells
        ? { row, cells }
        : { row, error: "can't be read: a quotation mark is open or out of place, or the row is too long" };
    }
  } finally {
    await lines.return(undefined);
  }
}

/**
 * The number of lines of the next row: as many as are needed to close every quotation mark. Undefined if no line
 * closes it.
 */
async function linesOfRow(ahead: (place: number) => Promise<Line | undefined>): Promise<number | undefined> {
  let isOpen = false;
  let length = 0;
  for (let place = 0; place < mostLines; place++) {
    const line = await ahead(place);
    length += line?.text.length ?? 0;
    if (!line || line.isTooLong || length > longestRow) return undefined;
    if (line.text.split('"').length % 2 === 0) isOpen = !isOpen;
    if (!isOpen) return place + 1;
  }
  return undefined;
}

/** The cells of one row; undefined if a quotation mark is in a wrong place. */
function cellsOf(text: string, delimiter: string): string[] | undefined {
  if (!text.includes('"')) return text.split(delimiter);
  const cells: string[] = [];
  for (let at = 0; ; at++) {
    if (text[at] === '"') {
      const quoted = quotedCell(text, at);
      if (!quoted) return undefined;
      cells.push(quoted.cell);
      at = quoted.end;
      if (at < text.length && text[at] !== delimiter) return undefined;
    } else {
      const end = text.indexOf(delimiter, at);
      const cell = end < 0 ? text.slice(at) : text.slice(at, end);
      if (cell.includes('"')) return undefined;
      cells.push(cell);
      at = end < 0 ? text.length : end;
    }
    if (at === text.length) return cells;
  }
}

/** The cell whose quotation mark opens at a place, and its end. Two marks within it are one. */
function quotedCell(text: string, start: number): { cell: string; end: number } | undefined {
  let cell = "";
  for (let from = start + 1; ;) {
    const mark = text.indexOf('"', from);
    if (mark < 0) return undefined;
    cell += text.slice(from, mark);
    if (text[mark + 1] !== '"') return { cell, end: mark + 1 };
    cell += '"';
    from = mark + 2;
  }
}

const noText = () => new UnreadableFile("This is not a text file.", "not_text");

async function* decoded(
  path: string,
  encoding: Encoding,
  onBytes: (done: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let done = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    onBytes((done += chunk.length));
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

async function readSample(path: string): Promise<Uint8Array> {
  const file = await open(path).catch(() => {
    throw new UnreadableFile(`There is no readable file ${path}.`, "unreadable");
  });
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0);
    return buffer.subarray(0, bytesRead);
  } catch {
    throw new UnreadableFile(`${path} can't be read.`, "unreadable");
  } finally {
    await file.close();
  }
}

const delimiters = [",", ";", "\t", "|"] as const;

/**
 * The delimiter by which a line lacks the fewest columns of the header; if none has a column, the most frequent one in the
 * first line with text.
 */
function delimiterOf(lines: readonly string[], lacking: CsvOptions["lacking"]): string {
  let nearest: { mark: string; lacks: number } | undefined;
  const most = lacking?.([]) ?? 0;
  for (const line of lacking ? lines : [])
    for (const mark of delimiters) {
      const lacks = lacking?.(cellsOf(line, mark) ?? []) ?? most;
      if (lacks < (nearest?.lacks ?? most)) nearest = { mark, lacks };
    }
  if (nearest) return nearest.mark;
  const first = lines.find((line) => line.trim()) ?? "";
  const counted = delimiters.map((mark) => ({ mark, count: first.split(mark).length }));
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).mark;
}
