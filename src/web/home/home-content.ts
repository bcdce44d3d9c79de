type Said = { title: string; text: string };

/** One row of the comparison. Words about others say what is usual, and stand in the sources. */
export type ComparisonRow = { about: string; ours: string; rental: string; sharing: string };
export type Source = { name: string; url: string };
export type Voice = { quote: string; name: string; what: string };

/** The home page's longer texts in one language. */
export type HomeContent = {
  steps: { title: string; items: readonly [choose: Said, ask: Said, deliver: Said] };
  towns: { title: string; lead: string };
  why: { title: string; facts: readonly (Said & { figure: string })[] };
  versus: { title: string; ours: string; rental: string; sharing: string; rows: readonly ComparisonRow[]; note: string; sources: readonly Source[] };
  voices: { title: string; note: string; items: readonly Voice[] };
  questions: { title: string; all: string };
};
