import type { IsoDate } from "#domain/dates.ts";
import { instalmentState } from "#domain/payments/payments.ts";
import { type Fact, facts } from "#server/mail/blocks.ts";
import type { Block } from "#server/mail/email.ts";
import type { Pen } from "#server/mail/pen.ts";
import { m } from "#server/mail/words.ts";
import type { InstalmentRow } from "./queries.ts";

/** An order's instalments, as rows of an email. */
export const scheduleBlock = (
  standing: readonly InstalmentRow[],
  { say, money, day }: Pen,
  today: IsoDate,
): Block[] =>
  standing.length === 0
    ? []
    : [
        facts(
          standing.map((instalment): Fact => {
            const { amount, paid, dueOn } = instalment;
            const sum = { amount: money(amount) };
            const state = instalmentState(instalment, today);
            const label = say(m.email_due_on, { date: day(dueOn) });
            if (state === "paid") return [label, say(m.email_due_paid, sum)];
            if (paid > 0) return [label, say(m.email_due_partly, { ...sum, left: money(amount - paid) })];
            return [label, state === "upcoming" ? sum.amount : say(m.email_due_now, sum)];
          }),
        ),
      ];
