import type { Category } from "#domain/cars/cars.ts";
import type { Cents } from "#domain/money.ts";

/**
 * Figures from the catalogue for the texts: the lowest monthly price as text, and a car as an example for prices.
 */
export type HomeFigures = {
  lowest: string;
  example: { name: string; year: number; monthlyPrice: Cents } | undefined;
  /** Whether a tax may be added to a rental. */
  isTaxed: boolean;
  /** How many questions stand behind the first few. */
  moreQuestions: number;
};

type TitledText = { title: string; text: string };

/** A place for a day or a weekend: `id` is its drawing, `cars` says which kind of car suits the way. */
export type Outing = {
  id: "half-moon-bay" | "santa-cruz" | "muir-woods" | "napa" | "yosemite" | "tahoe";
  name: string;
  miles: string;
  text: string;
  cars: string;
  category: Category;
};

/** One row of the comparison. Words about other companies say what is usual; the sources support them. */
export type ComparisonRow = { about: string; ours: string; rental: string; sharing: string };
export type Source = { name: string; url: string };
/**
 * The monthly price from a rental length on. `part` is its share of the full price, from 0 to 1. `months` is the
 * number of lengths with this price.
 */
export type PriceStepContent = { length: string; price: string; off: string; part: number; months: number };
export type Voice = { quote: string; name: string; what: string };

/** The home page's longer texts in one language. */
export type HomeContent = {
  steps: { title: string; items: readonly [choose: TitledText, ask: TitledText, deliver: TitledText] };
  outings: { title: string; lead: string; items: readonly Outing[] };
  cities: string;
  tide: { title: string; lead: string; steps: readonly PriceStepContent[] } | undefined;
  why: { title: string; facts: readonly (TitledText & { figure: string })[] };
  versus: {
    title: string;
    ours: string;
    rental: string;
    sharing: string;
    rows: readonly ComparisonRow[];
    note: string;
    sources: readonly Source[];
  };
  voices: { title: string; note: string; items: readonly Voice[] };
  questions: { title: string; all: string; more: string };
};
