declare module "linebreak" {
  /** The places where a text can be broken (UAX #14), one at a time. */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}
