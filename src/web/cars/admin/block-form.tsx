import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { blockCar } from "#contract/admin/calendar.ts";
import { dateInLosAngeles, isDate, type IsoDate } from "#domain/dates.ts";
import { blockFields } from "#domain/fields/admin.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode } from "#web/session/failure-words.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import type { FormRules } from "#web/ui/form/form-rules.ts";
import { useForm } from "#web/ui/form/use-form.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { toast } from "#web/ui/toast.ts";
import { Failed } from "#web/session/states.tsx";

const own = {
  from: { date: m.admin_car_error_required },
  until: {
    date: m.admin_car_error_required,
    order: m.admin_calendar_error_order,
    past: m.admin_calendar_error_past,
  },
};

const rulesOn = (today: IsoDate): FormRules<typeof blockFields, "order" | "past"> => ({
  fields: blockFields,
  check: ({ from, until }) => {
    if (isDate(from) && until < from) return { until: "order" };
    return until < today ? { until: "past" } : {};
  },
});

/** Keeps a car from being rented on some days. */
export function BlockForm({ carId }: { carId: string }) {
  const cache = useQueryClient();
  const [today] = useState(() => dateInLosAngeles(Date.now()));
  const { props, field, isSending, failure } = useForm({
    rules: rulesOn(today),
    id: "block",
    words: (name, code) => errorWords(own, name, code),
    send: async (body, form) => {
      try {
        await api(blockCar, { params: { id: carId }, body });
      } finally {
        // The days may have been taken meanwhile. Then the list shows what has them.
        void makeStale(cache, "car");
      }
      form.reset();
      toast({ title: m.admin_calendar_blocked() });
    },
  });

  return (
    <form
      className="grid grid-cols-[auto_auto_minmax(12rem,1fr)_auto] items-start gap-x-4 gap-y-3 max-md:grid-cols-[1fr_1fr] [&>.notice]:col-span-full"
      {...props}
    >
      <TextField {...field("from")} type="date" label={m.admin_calendar_from()} min={today} />
      <TextField {...field("until")} type="date" label={m.admin_calendar_until()} min={today} />
      <TextField
        {...field("reason")}
        fieldClassName="max-md:col-span-full"
        label={m.admin_calendar_reason()}
        placeholder={m.admin_calendar_reason_example()}
      />
      <SubmitButton className="btn btn-secondary md:mt-6.5 max-md:col-span-full" isSending={isSending}>
        {m.admin_calendar_block()}
      </SubmitButton>
      {failureCode(failure) === "car_taken" ? (
        <Notice kind="bad" isAlert>
          {m.admin_calendar_taken()}
        </Notice>
      ) : (
        <Failed error={failure} />
      )}
    </form>
  );
}
