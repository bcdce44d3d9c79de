/** The paints that cars are drawn in. `metal` runs from 0, plain enamel, to 1, metallic flakes. */
export const paints = [
  { name: "Forest green", slug: "forest", hex: "#14382a", metal: 0.35 },
  { name: "Sand", slug: "sand", hex: "#d0c1a4", metal: 0.3 },
  { name: "Pearl white", slug: "pearl", hex: "#f4f2ed", metal: 0 },
  { name: "Black", slug: "black", hex: "#0a0b0d", metal: 0 },
  { name: "Silver", slug: "silver", hex: "#bdc3c8", metal: 0.9 },
  { name: "Midnight blue", slug: "midnight", hex: "#08284f", metal: 0.4 },
  { name: "Graphite", slug: "graphite", hex: "#44494f", metal: 0.8 },
  { name: "Crimson", slug: "crimson", hex: "#9a0a1c", metal: 0.3 },
] as const;

export type Paint = (typeof paints)[number];
type PaintSlug = Paint["slug"];

/**
 * Words that owners and importers use for a colour, and the nearest paint. One Chinese character is one word.
 */
const wordsOf: Readonly<Record<PaintSlug, string>> = {
  forest: "forest green olive emerald 绿",
  sand: "sand beige gold champagne tan cream brown bronze yellow 米 沙 金 棕 褐 黄",
  pearl: "pearl white ivory 白",
  black: "black ebony onyx 黑",
  silver: "silver platinum 银",
  midnight: "midnight blue navy purple 蓝 紫",
  graphite: "graphite grey gray charcoal gunmetal 灰",
  crimson: "crimson red maroon burgundy orange 红 橙",
};

const paintOfWord: ReadonlyMap<string, Paint> = new Map(
  paints.flatMap((paint) => wordsOf[paint.slug].split(" ").map((word) => [word, paint] as const)),
);
const paintOfName: ReadonlyMap<string, Paint> = new Map(
  paints.map((paint) => [paint.name.toLowerCase(), paint] as const),
);
const silver = paints[4];

/**
 * The paint of that name, else the nearest one to its last known word ("silver blue" is blue), else silver.
 */
export function paintFor(colour: string): Paint {
  const name = colour.trim().toLowerCase();
  const words = name.match(/\p{Script=Han}|[a-z]+/gu) ?? [];
  const nearest = words.map((word) => paintOfWord.get(word)).findLast((paint) => paint !== undefined);
  return paintOfName.get(name) ?? nearest ?? silver;
}
