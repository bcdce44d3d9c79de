import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { changeWizard, completeWizard, startWizard, type WizardBooking } from "#contract/account/booking.ts";
import type { BodySent } from "#contract/endpoint.ts";
import { createPaymentSession } from "#contract/payments.ts";
import { providerOf } from "#domain/payments/providers.ts";
import { api, ApiError } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { orderIds } from "#web/booking/order-id.ts";
import { useBusiness } from "#web/layout/business.ts";
import { makeStale } from "#web/make-stale.ts";
import { refusalOf } from "#web/ui/form/form-rules.ts";
import { wizardProblemOf, type WizardProblem } from "./wizard-answer.ts";
import { wizardQuery } from "./queries.ts";

type WizardChangeSent = Omit<BodySent<typeof changeWizard>, "language">;
type Begin = Omit<BodySent<typeof startWizard>, "id" | "carId" | "language">;

/** The actions of a booking: begin, change, complete. A problem stays on the page until the next try. */
export function useBooking(carId: string, booking: WizardBooking | undefined) {
  const { paysOnline } = useBusiness() ?? {};
  const client = useQueryClient();
  const nextId = useRef(orderIds());
  const [trouble, setTrouble] = useState<WizardProblem>();
  const [isSending, setSending] = useState(false);
  const { queryKey } = wizardQuery(carId);

  /** Stores the server's answer as the booking. A refusal becomes the problem shown, and is thrown on. */
  const send = async (work: () => Promise<WizardBooking>): Promise<WizardBooking> => {
    setTrouble(undefined);
    setSending(true);
    try {
      const answer = await work();
      client.setQueryData(queryKey, answer);
      return answer;
    } catch (error) {
      const refused = wizardProblemOf(refusalOf(error));
      // Fields show wrong dates and answers themselves.
      if (!hasFields(error) || refused.kind !== "failed") setTrouble(refused);
      // After the session has ended, reading the booking again leads to the sign-in.
      const isOut = error instanceof ApiError && error.status === 401;
      if (isOut || refused.kind === "lost" || refused.kind === "price_changed")
        await makeStale(client, { queryKey });
      throw error;
    } finally {
      setSending(false);
    }
  };

  const language = currentLanguage();
  return {
    trouble,
    isSending,
    forget: () => setTrouble(undefined),
    begin: (body: Begin) => {
      const whole = { ...body, carId };
      return send(() => api(startWizard, { body: { ...whole, id: nextId.current(whole), language } }));
    },
    change: (body: WizardChangeSent) =>
      send(() => api(changeWizard, { params: { id: booking?.id ?? "" }, body: { ...body, language } })),
    complete: (expectedTotal: string) =>
      send(() => api(completeWizard, { params: { id: booking?.id ?? "" }, body: { expectedTotal } })),
    /**
     * Opens the provider's page. The payment there confirms the booking. The answer says whether a payment is on
     * its way already.
     */
    pay: async ({ id, paymentMethod }: WizardBooking): Promise<{ isConfirming: boolean } | undefined> => {
      setSending(true);
      try {
        const { url, isConfirming } = await api(createPaymentSession, {
          params: { id },
          body: { provider: providerOf(paymentMethod, paysOnline) },
        });
        if (!url) return { isConfirming: isConfirming === true };
        location.assign(url);
      } catch (error) {
        const refused = wizardProblemOf(refusalOf(error));
        setTrouble(refused.kind === "failed" ? { kind: "no_page" } : refused);
        if (refused.kind === "lost") await makeStale(client, { queryKey });
      } finally {
        setSending(false);
      }
      return undefined;
    },
  };
}

const hasFields = (error: unknown): boolean => Object.keys(refusalOf(error)?.fields ?? {}).length > 0;

export type BookingActions = ReturnType<typeof useBooking>;
