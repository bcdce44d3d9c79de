/** Links in a text are written "[words](/path)". */
export type Point = { title: string; text: string };
export type HowContent = {
  heading: string;
  lead: string;
  renting: { title: string; lead: string; steps: Point[] };
  due: { title: string; lead: string; when: string; what: string; rows: Point[] };
  included: { title: string; points: Point[] };
  changes: { title: string; lead: string; points: Point[] };
  hosting: { title: string; lead: string; steps: Point[]; more: string };
  ask: { title: string; text: string };
};
