/** Links in a text are written "[words](/path)". */
export type Point = { title: string; text: string };
export type HostingContent = {
  hero: { title: [string, string]; lead: string; button: string };
  estimate: { title: string; lead: string; how: { title: string; points: string[] } };
  deal: { title: string; you: { title: string; points: Point[] }; we: { title: string; points: Point[] } };
  apply: { title: string; text: string; steps: Point[]; button: string; ask: string };
};
