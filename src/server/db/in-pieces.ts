/** Joins lines to pieces that are worth sending. */
export async function* inPieces(lines: AsyncIterable<string>, size: number): AsyncGenerator<string> {
  let piece = "";
  for await (const line of lines) {
    piece += line;
    if (piece.length < size) continue;
    yield piece;
    piece = "";
  }
  if (piece) yield piece;
}
