/** A line of a text, without its end. The text of a line that is too long is not kept. */
export type Line = { text: string; isTooLong: boolean };

/**
 * Splits a text that comes in pieces at "\r\n", "\n" and "\r", mixed as they may be. Holds no more than a
 * piece and `longest` characters.
 */
export async function* splitLines(pieces: AsyncIterable<string>, longest: number): AsyncGenerator<Line> {
  let rest = "";
  let isTooLong = false;
  const take = (text: string): Line => {
    const line = { text: isTooLong ? "" : text, isTooLong };
    isTooLong = false;
    return line;
  };
  for await (const piece of pieces) {
    const text = rest + piece;
    // A "\r" at the end of a piece may be half of a "\r\n".
    const end = text.endsWith("\r") ? text.length - 1 : text.length;
    const lines = text.slice(0, end).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      isTooLong ||= line.length > longest;
      yield take(line);
    }
    if (rest.length > longest || isTooLong) {
      isTooLong = true;
      rest = "";
    }
    rest += text.slice(end);
  }
  const isEnded = rest.endsWith("\r");
  if (isEnded) rest = rest.slice(0, -1);
  if (isEnded || rest !== "" || isTooLong) yield take(rest);
}
