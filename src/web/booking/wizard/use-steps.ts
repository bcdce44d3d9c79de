import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { WizardBooking } from "#contract/account/booking.ts";
import { hostAnswersWithin } from "#domain/orders/host-requests.ts";
import { answerWithin, inHours } from "#domain/orders/lifecycle.ts";
import type { WizardStep } from "#domain/booking/wizard.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { bookedOrderQuery } from "./queries.ts";
import type { BookingActions } from "./use-booking.ts";
import { paidAddress, stepAddress } from "./wizard-address.ts";

/** The moves from one step to another. Each leaves an address behind, for the browser's Back. */
export function useSteps(carId: string, step: WizardStep, actions: BookingActions) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const client = useQueryClient();

  // An address without a step leads to the renter's last step, which is then added, so that Back works.
  const isNamed = query.has("step");
  useEffect(() => {
    if (isNamed) return;
    const named = new URLSearchParams([...query, ["step", step]]).toString();
    void navigate(`?${named}`, { replace: true, preventScrollReset: true });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each address that names no step
  }, [isNamed]);

  const goTo = (next: WizardStep) => {
    actions.forget();
    void navigate(stepAddress(carId, next));
  };
  /** Runs the action, and then goes to the next step. After a refusal it stays; the page shows the refusal. */
  const goOn = async (action: () => Promise<unknown>, next: WizardStep): Promise<boolean> => {
    if (actions.isSending) return false;
    const isDone = await action().then(
      () => true,
      () => false,
    );
    if (isDone) goTo(next);
    return isDone;
  };
  const complete = async (booking: WizardBooking) => {
    if (actions.isSending) return;
    const booked = await actions.complete(booking.total).catch(() => undefined);
    if (!booked) return;
    if (booked.hold !== "booked") {
      const paying = await actions.pay(booked);
      if (paying) await navigate(paidAddress(carId, booked.id), { replace: true });
      return;
    }
    if (booked.status === "pending") {
      void makeStale(client, "order");
      const hours = inHours(booked.host ? hostAnswersWithin : answerWithin.wizard);
      const text = booked.host ? m.wizard_host_toast_text : m.wizard_waiting_toast_text;
      toast({ title: m.wizard_waiting_toast_title(), description: text({ hours }) });
      await navigate(`/dashboard/trips/${booked.id}`, { replace: true });
      return;
    }
    // The order is read again: the answer to the booking leaves out its money.
    await client.prefetchQuery(bookedOrderQuery(booked.id));
    void makeStale(client, "order");
    toast({ title: m.wizard_done_toast_title(), description: m.wizard_done_toast_text() });
    await navigate(stepAddress(carId, "confirmation", booked.id), { replace: true });
  };
  return { goTo, goOn, complete };
}
