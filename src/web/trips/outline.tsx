import type { ConditionSlot } from "#domain/trips/condition.ts";

/** Drawings of what to photograph: thin lines in the colour of the text around them. */
const drawings: Record<ConditionSlot, readonly string[]> = {
  front: [
    "M34 92h92M26 92V66l10-8 12-24h64l12 24 10 8v26M48 34l-8 24h80l-8-24",
    "M32 66h18l6 8H32M128 66h-18l-6 8h24M62 70h36M62 76h36M62 82h36",
    "M34 92v10h16V92M110 92v10h16V92M22 56h12M126 56h12",
  ],
  back: [
    "M34 92h92M26 92V64l10-6 10-24h68l10 24 10 6v28M46 34l-6 24h80l-6-24",
    "M30 66h16v10H30M130 66h-16v10h16M64 72h32v12H64zM30 86h100",
    "M34 92v10h16V92M110 92v10h16V92M72 28h16v6H72z",
  ],
  interior: [
    "M14 98V44c0-10 8-16 18-16h96c10 0 18 6 18 16v54",
    "M40 98V72c0-6 4-9 9-9h10c5 0 9 3 9 9v26M45 63v-9h18v9M92 98V72c0-6 4-9 9-9h10c5 0 9 3 9 9v26M97 63v-9h18v9",
    "M32 44h96M70 44h20v10H70zM44 36a10 10 0 1 0 0 16 10 10 0 1 0 0-16",
  ],
  odometer: [
    "M20 84a60 60 0 0 1 120 0zM34 84a46 46 0 0 1 92 0",
    "M80 38v8M46 52l6 6M114 52l-6 6M34 76h8M118 76h8M80 82l22-24",
    "M52 92h56v14H52zM62 96v6M71 96v6M80 96v6M89 96v6M98 96v6",
  ],
};

export function Outline({ slot }: { slot: ConditionSlot }) {
  return (
    <svg viewBox="0 0 160 120" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
      {drawings[slot].map((line) => (
        <path key={line} d={line} strokeLinecap="round" strokeLinejoin="round" />
      ))}
    </svg>
  );
}
