export const lamps = [
  "oil",
  "charge",
  "heat",
  "brake",
  "airbag",
  "engine",
  "pressure",
  "abs",
  "skid",
  "fuel",
  "lights",
  "beam",
  "turn",
] as const;
/** A warning lamp: what it shows, its name, and what to do. */
export type Lamp = { sign: (typeof lamps)[number]; name: string; text: string };

/**
 * A paragraph; points; steps in their order; a table of figures; or lamps of one colour with a word that says how
 * urgent they are. Links are written "[words](target)".
 */
export type GuideBlock =
  | { text: string }
  | { points: string[] }
  | { steps: string[] }
  | { table: string; head?: [string, string]; rows: [string, string][] }
  | { lamps: Lamp[]; colour: "red" | "amber" | "green"; haste: string };

export type GuideSection = { id: string; title: string; blocks: GuideBlock[]; isOpen?: boolean };
export type GuidePart = { id: string; title: string; sections: GuideSection[] };
export type QuickFix = {
  sign: "battery" | "tire" | "pump";
  title: string;
  steps: string[];
  more: { to: string; words: string };
};

/** The whole guide. It is in Chinese, whatever the language of the rest. */
export type Guide = {
  hero: { title: [string, string]; lead: string; button: string };
  quick: { title: string; fixes: QuickFix[] };
  emergency: { title: string; steps: string[]; call: string };
  directory: { title: string; label: string; parts: GuidePart[] };
  llc: { title: string; lead: string; sections: GuideSection[] };
  soon: { title: string; text: string };
  sources: { title: string; text: string };
  home: string;
};
