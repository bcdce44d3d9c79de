import { isAscii } from "node:buffer";
import { createReadStream } from "node:fs";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "gb18030" | "big5" | "windows-1252" | "macintosh";

/** This many bytes of lines with non-ASCII characters are enough to recognize a file's encoding. */
const mostEvidence = 256 * 1024;
const newline = 0x0a;
const carriageReturn = 0x0d;

/**
 * How a text file is written: UTF-8, UTF-16 with its mark, GB 18030, Big5, Windows-1252 or Mac OS Roman. Its beginning
 * may be ASCII alone: it is read as far as it takes to see. Undefined where the two encodings of Chinese can't be told
 * apart, or it is in neither: Japanese, Russian or another language in an encoding of its own.
 */
export async function findEncoding(path: string): Promise<Encoding | undefined> {
  const evidence: Buffer[] = [];
  let [found, isFirst] = [0, true];
  let rest: Buffer = Buffer.alloc(0);
  const take = (lines: Buffer) => {
    for (const line of linesOf(lines)) {
      if (isAscii(line)) continue;
      evidence.push(line);
      found += line.length;
    }
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (isFirst && chunk[0] === 0xff && chunk[1] === 0xfe) return "utf-16le";
    if (isFirst && chunk[0] === 0xfe && chunk[1] === 0xff) return "utf-16be";
    isFirst = false;
    const end = Math.max(chunk.lastIndexOf(newline), chunk.lastIndexOf(carriageReturn)) + 1;
    // A line without an end is taken as it comes.
    if (end === 0 && rest.length < mostEvidence) {
      rest = Buffer.concat([rest, chunk]);
      continue;
    }
    take(Buffer.concat([rest, chunk.subarray(0, end)]));
    rest = chunk.subarray(end);
    if (found > mostEvidence) break;
  }
  take(rest);
  return encodingOf(evidence);
}

function* linesOf(bytes: Buffer): Generator<Buffer> {
  // ASCII text shows no encoding.
  if (isAscii(bytes)) return;
  for (let from = 0; from < bytes.length;) {
    let end = from;
    while (end < bytes.length && bytes[end] !== newline && bytes[end] !== carriageReturn) end++;
    yield bytes.subarray(from, end);
    from = end + 1;
  }
}

function encodingOf(lines: readonly Buffer[]): Encoding | undefined {
  // A few lines in another encoding don't decide the file's encoding: those lines are refused one by one.
  const whole = lines.filter((line) => isReadable(line, "utf-8")).length;
  if (whole * 2 > lines.length || lines.length === 0) return "utf-8";
  const bytes = Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")]));
  if (!isWestern(bytes)) return chineseEncoding(bytes);
  return isOfMac(bytes) ? "macintosh" : "windows-1252";
}

/**
 * What Windows-1252 has no letter for, a mark of it between two letters, a capital of it after a small letter, or a small
 * letter of it between two capitals.
 */
const oddInWindows = [
  /[\x81\x8d\x8f\x90\x9d]/g,
  /(?<=[A-Za-z])[\x80\x82\x84\x86-\x89\x8b\x91\x93\x94\x98\x9b\xa7](?=[A-Za-z])/g,
  /(?<=[a-z])[\x8a\x8c\x8e\x9f\xc0-\xde]|(?<=[A-Z])[\x8a\x8c\x8e\x9f](?=[a-z])/g,
  /(?<=[A-Z])[\xe0-\xfe](?=[A-Z])/g,
];
/** Windows-1252's letters with accents, in positions where such letters occur. */
const lettersOfWindows = [
  /(?<=[a-z])[\xdf-\xff]|(?<=[A-Z])[\xdf-\xff](?![A-Z])|(?<=[A-Z])[\xc0-\xde]/g,
  /(?<![A-Za-z])[\xc0-\xff](?=[A-Za-z])/g,
];

/** Mac OS Roman has its accented letters where Windows-1252 has quotation marks, dashes and nothing. */
function isOfMac(bytes: Buffer): boolean {
  const text = bytes.toString("latin1");
  const count = (patterns: readonly RegExp[]) =>
    patterns.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0);
  return count(oddInWindows) > count(lettersOfWindows);
}

function isReadable(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Accented letters stand alone among ASCII letters. A Chinese character has two bytes, the second of which may be
 * an ASCII byte, and stands beside others.
 */
function isWestern(bytes: Buffer): boolean {
  const text = bytes.toString("latin1");
  const runs = text.match(/[\u0080-\u00ff]+/g) ?? [];
  const characters = text.match(/(?:[\u0081-\u00fe][@-~\u0080-\u00fe])+/g) ?? [];
  const isMost = (ones: number, all: number) => ones * 2 > all;
  return (
    isMost(runs.filter(({ length }) => length === 1).length, runs.length) &&
    isMost(characters.filter(({ length }) => length === 2).length, characters.length - 0.5)
  );
}

/** Characters of most Chinese texts, of car listings above all, in simplified and traditional form. */
const frequent = new Set(
  "的一是在不了有和人这中大为上个国我以要他时来用们到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所得经之进着等部度家电力里如高自二理起小物现实加量都两体机当使点从业本去把性好应开它合还因由其些然前外天四日那事平形相全表间样与关各重新线内数正心反明看原么利比或但质气第向道此变条只没结解问意建月公无系情者最立代已通并提直题程五果料员位入常文总次品式设及管特件长求头基资边流路级少图统接知较将组见计别手期运几区强放决西被干做必先回则任取据处车座油租里程丰田本宽敞省舒适轿" +
    "這為個國時來們於對會發動過說產種後學經進著裡現實兩體機當點從業應開還間樣與關線內數質氣變條沒結解問無係情題員總設長頭資邊級圖統較將組見計別運幾區強決幹則據處車豐寬舒適轎臺灣適保險門駛電導航後視鏡整潔",
);

/** GB 2312 has the 3,755 most used characters first, Big5 the 5,401: other characters are rare in a text. */
const isCommonGb = (lead: number, trail: number): boolean =>
  trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || lead === 0xa1 || lead === 0xa3);
const isCommonBig5 = (lead: number, trail: number): boolean =>
  ((trail >= 0x40 && trail <= 0x7e) || trail >= 0xa1) && lead >= 0xa1 && lead <= 0xc6;

/**
 * The lead, of 2, that one encoding's score needs over the other: among few characters, a single one that happens
 * to be frequent must not decide.
 */
const leastLead = (pairs: number): number => Math.max(0.2, 1.2 / pairs);

/** Less than this looks like no Chinese, of 2: names of rare characters have as much. */
const leastLikeness = 0.6;

function chineseEncoding(bytes: Buffer): Encoding | undefined {
  const [gb, big5] = [likeness(bytes, "gb18030", isCommonGb), likeness(bytes, "big5", isCommonBig5)];
  if (Math.max(gb, big5) < leastLikeness) return undefined;
  if (!isReadable(bytes, "big5")) return gb < leastLikeness ? undefined : "gb18030";
  if (!isReadable(bytes, "gb18030")) return big5 < leastLikeness ? undefined : "big5";
  const lead = gb - big5;
  if (Math.abs(lead) < leastLead(pairsIn(bytes))) return undefined;
  return lead > 0 ? "gb18030" : "big5";
}

/** About half of the non-ASCII bytes: the second byte of a character may be ASCII or not. */
const pairsIn = (bytes: Buffer): number => bytes.filter((byte) => byte > 0x7f).length / 2;

function likeness(
  bytes: Buffer,
  encoding: Encoding,
  isCommon: (lead: number, trail: number) => boolean,
): number {
  let [pairs, common] = [0, 0];
  for (let at = 0; at + 1 < bytes.length; at++) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    pairs += 1;
    if (isCommon(lead, bytes[++at] ?? 0)) common += 1;
  }
  const characters = [...new TextDecoder(encoding).decode(bytes)].filter((one) => one > "\u007f");
  const known = characters.filter((one) => frequent.has(one)).length;
  return common / Math.max(1, pairs) + known / Math.max(1, characters.length);
}
