import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { type Parser, parse } from "csv-parse";

/** A file that is no CSV at all; its message is for the person who gave it. */
export class UnreadableFile extends Error {
  override name = "UnreadableFile";
}

export type CsvRow = { row: number; cells: string[] } | { row: number; fault: string };

const sampleBytes = 64 * 1024;
const longestRow = 256 * 1024;

/**
 * Streams a CSV file's rows with their numbers as a spreadsheet counts them (the header is 1). Comma, semicolon or tab;
 * UTF-8, UTF-16 with its mark, or GB 18030; any line ending. A row that can't be read is a fault, not the end.
 */
export async function* readCsv(path: string): AsyncGenerator<CsvRow> {
  const sample = await readSample(path);
  if (sample.length === 0) throw new UnreadableFile("The file is empty.");
  const encoding = encodingOf(sample);
  const [firstLine = ""] = new TextDecoder(encoding).decode(sample).split(/[\r\n]/);
  if (firstLine.includes("\u0000")) throw new UnreadableFile("This is not a text file.");

  const faulty: number[] = [];
  let row = 0;
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(firstLine),
    relax_column_count: true,
    max_record_size: longestRow,
    skip_records_with_error: true,
    // The number travels with its row: the parser runs ahead of whoever reads.
    on_record: (cells: string[]) => [String(++row), ...cells],
    on_skip: () => {
      faulty.push(++row);
      return undefined;
    },
  });
  void feed(createReadStream(path), new TextDecoder(encoding), parser);
  for await (const [number, ...cells] of parser as AsyncIterable<string[]>) {
    yield* faults(faulty);
    yield { row: Number(number), cells };
  }
  yield* faults(faulty);
}

function* faults(rows: number[]): Generator<CsvRow> {
  for (const row of rows.splice(0)) yield { row, fault: "can't be read: a quotation mark is open or the row is too long" };
}

async function feed(bytes: AsyncIterable<Buffer>, decoder: TextDecoder, parser: Parser): Promise<void> {
  try {
    for await (const chunk of bytes) {
      if (!parser.write(decoder.decode(chunk, { stream: true }))) await new Promise((drained) => parser.once("drain", drained));
    }
    parser.end(decoder.decode());
  } catch (error) {
    parser.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

async function readSample(path: string): Promise<Uint8Array> {
  const file = await open(path).catch(() => {
    throw new UnreadableFile(`There is no readable file ${path}.`);
  });
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0);
    return buffer.subarray(0, bytesRead);
  } catch {
    throw new UnreadableFile(`${path} can't be read.`);
  } finally {
    await file.close();
  }
}

function encodingOf(sample: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | "gb18030" {
  if (sample[0] === 0xff && sample[1] === 0xfe) return "utf-16le";
  if (sample[0] === 0xfe && sample[1] === 0xff) return "utf-16be";
  try {
    // A sample may end within a character: streaming forgives that and nothing else.
    new TextDecoder("utf-8", { fatal: true }).decode(sample, { stream: true });
    return "utf-8";
  } catch {
    return "gb18030";
  }
}

function delimiterOf(header: string): string {
  const counted = [",", ";", "\t"].map((mark) => ({ mark, count: header.split(mark).length }));
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).mark;
}
