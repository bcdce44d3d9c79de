/** The drawings of the stages, in the order in which a rental goes through them. */
export const stageDrawings = ["choose", "ask", "confirm", "deliver", "drive", "return"] as const;

/** Links in a text are written "[words](/path)". */
export type Point = { title: string; text: string };
/** A stage of a rental: what happens, when, what is due then, and what else may happen. */
export type Stage = Point & { when: string; due?: Point; points?: Point[] };
export type HowContent = {
  heading: string;
  lead: string;
  renting: { title: string; lead: string; due: string; stages: Stage[] };
  hosting: { title: string; lead: string; steps: Point[]; more: string };
  ask: { title: string; text: string };
};
