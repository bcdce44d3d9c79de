/** What pages may weigh, in bytes of brotli: `scripts/weigh-pages.mjs` and the journeys hold them to it. */
export const pageLines = {
  /** Scripts that a page to read needs before it is there. */
  firstVisit: 100_000,
  /** The whole application behind one page. */
  application: 144_000,
  /** The same behind the sign-in: live events and what their rows open come on top, 15 kB. */
  signedIn: 167_200,
  /** The map of all pages to their files, which comes with the application. */
  fileMap: 10_000,
};
