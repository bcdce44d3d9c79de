/** The limits of pages, in bytes of brotli: `scripts/weigh-pages.mjs` and the journeys check them. */
export const pageLines = {
  /** Scripts that a page for readers needs before it is shown. */
  firstVisit: 100_000,
  /** The whole application behind one page. */
  application: 144_000,
  /** The application behind the sign-in: live events, and the code that shows them, are added. */
  signedIn: 167_200,
  /** The map of all pages to their files, which comes with the application. */
  fileMap: 10_000,
};
