import { daysBetween, type IsoDate } from "#domain/dates.ts";

/** The papers that a car on the road must have; each paper has a last day. */
export const paperKinds = ["registration", "insurance"] as const;
export type PaperKind = (typeof paperKinds)[number];

/** Days before a paper's last day on which its host is reminded; 0 is the last day itself. */
export const tellBefore = [30, 7, 0] as const;

/** Which of these reminders is due today, or was missed; undefined while none is. */
export function paperReminderDue(lastDay: IsoDate, today: IsoDate): (typeof tellBefore)[number] | undefined {
  const left = daysBetween(today, lastDay);
  return tellBefore.findLast((days) => left <= days);
}

/** Whether a paper has expired; it is still valid on its last day. */
export const hasExpired = (lastDay: IsoDate, today: IsoDate): boolean => lastDay < today;

type SentPaper = { kind: PaperKind; lastDay: IsoDate; isAccepted: boolean };

/** Whether a valid paper of a kind was sent that is still being looked at: its host has nothing more to do. */
export const isBeingChecked = (papers: readonly SentPaper[], kind: PaperKind, today: IsoDate): boolean =>
  papers.some((paper) => paper.kind === kind && !paper.isAccepted && !hasExpired(paper.lastDay, today));
