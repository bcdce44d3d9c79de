declare module "linebreak" {
  /** Where a text may be broken (UAX #14), one place at a time. */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}
