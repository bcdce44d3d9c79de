import type { Category } from "#domain/cars/cars.ts";
import type { Cents } from "#domain/money.ts";

/**
 * What the texts take from the catalogue: the lowest monthly price as people read it, and a car to show
 * prices of.
 */
export type HomeFigures = {
  lowest: string;
  example: { name: string; year: number; monthlyPrice: Cents } | undefined;
  /** Whether a tax may come to a rental. */
  isTaxed: boolean;
  /** How many questions stand behind the first few. */
  moreQuestions: number;
};

type Said = { title: string; text: string };

/** A place for a day or a weekend, by its drawing's name: how far it is, and what kind of car suits the way. */
export type Outing = {
  id: "half-moon-bay" | "santa-cruz" | "muir-woods" | "napa" | "yosemite" | "tahoe";
  name: string;
  miles: string;
  text: string;
  cars: string;
  category: Category;
};

/** One row of the comparison. Words about others say what is usual, and stand in the sources. */
export type ComparisonRow = { about: string; ours: string; rental: string; sharing: string };
export type Source = { name: string; url: string };
/**
 * What a month costs from a length on. `part` is the share of the full price, from 0 to 1; `months` how many
 * lengths have it.
 */
export type TideStep = { length: string; price: string; off: string; part: number; months: number };
export type Voice = { quote: string; name: string; what: string };

/** The home page's longer texts in one language. */
export type HomeContent = {
  steps: { title: string; items: readonly [choose: Said, ask: Said, deliver: Said] };
  outings: { title: string; lead: string; items: readonly Outing[] };
  cities: string;
  tide: { title: string; lead: string; steps: readonly TideStep[] } | undefined;
  why: { title: string; facts: readonly (Said & { figure: string })[] };
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
