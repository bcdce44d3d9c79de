import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import type { BlockSent, blockCar } from "#contract/admin/calendar.ts";
import { dateInLosAngeles, isDate, type IsoDate } from "#domain/dates.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode } from "#web/session/failure-words.ts";
import { focusField, readFields } from "#web/ui/form/form-fields.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { toast } from "#web/ui/toast.ts";
import { calendarKey } from "./queries.ts";
import { Failed } from "#web/admin/states.tsx";

const names = ["from", "until", "reason"] as const;
type FormErrors = Partial<Record<(typeof names)[number], "required" | "order" | "past">>;

/** Keeps a car from being rented on some days. */
export function BlockForm({ carId }: { carId: string }) {
  const cache = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FormErrors>({});
  const [today] = useState(() => dateInLosAngeles(Date.now()));
  const block = useMutation({
    mutationFn: (body: BlockSent) =>
      api<typeof blockCar>(
        { method: "POST", path: "/api/admin/cars/:id/blocks" },
        { params: { id: carId }, body },
      ),
    onSuccess: async () => {
      form.current?.reset();
      toast({ title: m.admin_calendar_blocked() });
    },
    // Somebody may have taken the days meanwhile: then the list says who.
    onSettled: () => cache.invalidateQueries({ queryKey: calendarKey(carId) }),
  });

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || block.isPending) return;
    const typed = readFields(form.current, names);
    const wrong = errorsOf(typed, today);
    setErrors(wrong);
    const first = names.find((name) => wrong[name]);
    if (first) focusField(form.current, first);
    else block.mutate(typed);
  };
  const first = names.find((name) => errors[name]);
  const error = (name: (typeof names)[number]) => ({
    error: errors[name] && errorWords[errors[name]](),
    isAlert: first === name,
  });

  return (
    <form className="block-form" ref={form} noValidate onSubmit={send}>
      <TextField
        id="block-from"
        name="from"
        type="date"
        label={m.admin_calendar_from()}
        min={today}
        required
        {...error("from")}
      />
      <TextField
        id="block-until"
        name="until"
        type="date"
        label={m.admin_calendar_until()}
        min={today}
        required
        {...error("until")}
      />
      <TextField
        id="block-reason"
        name="reason"
        label={m.admin_calendar_reason()}
        placeholder={m.admin_calendar_reason_example()}
        maxLength={200}
        required
        {...error("reason")}
      />
      <SubmitButton className="btn btn-secondary" isSending={block.isPending}>
        {m.admin_calendar_block()}
      </SubmitButton>
      {failureCode(block.error) === "car_taken" ? (
        <Notice kind="bad" isAlert>
          {m.admin_calendar_taken()}
        </Notice>
      ) : (
        <Failed error={block.error} />
      )}
    </form>
  );
}

const errorWords = {
  required: m.admin_car_error_required,
  order: m.admin_calendar_error_order,
  past: m.admin_calendar_error_past,
} as const;

function errorsOf({ from, until, reason }: BlockSent, today: IsoDate): FormErrors {
  const errors: FormErrors = {};
  if (!isDate(from)) errors.from = "required";
  if (!isDate(until)) errors.until = "required";
  else if (isDate(from) && until < from) errors.until = "order";
  else if (until < today) errors.until = "past";
  if (!reason.trim()) errors.reason = "required";
  return errors;
}
