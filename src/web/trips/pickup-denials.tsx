import { useMutation, useQueryClient } from "@tanstack/react-query";
import { denyPickup, type PickupDenial } from "#contract/pickup-denials.ts";
import { longestPickupDenial } from "#domain/payouts/pickup-denials.ts";
import type { ConditionSide } from "#domain/trips/condition.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { showMomentInLosAngeles } from "#web/ui/format/los-angeles-moment.ts";
import { FoldedForm } from "#web/ui/form/folded-form.tsx";
import { Notice } from "#web/ui/notice.tsx";

type PickupDenialsProps = { orderId: string; denials: readonly PickupDenial[]; reader: ConditionSide };

/** Pickups that the renter denied, worded for the reader; and for the renter the form to deny one. */
export function PickupDenials({ orderId, denials, reader }: PickupDenialsProps) {
  return denials.map((denial) =>
    denial.deniedAt === null ? (
      <DenyPickup key={denial.recordId} orderId={orderId} denial={denial} />
    ) : (
      <DeniedPickup key={denial.recordId} denial={denial} reader={reader} />
    ),
  );
}

/** A pickup that somebody else recorded: for some days its renter may say that it never was. */
function DenyPickup({ orderId, denial }: { orderId: string; denial: PickupDenial }) {
  const cache = useQueryClient();
  const denying = useMutation({
    mutationFn: (words: string) =>
      api(denyPickup, { params: { id: orderId, recordId: denial.recordId }, body: { words } }),
    onSettled: () => makeStale(cache, "order"),
  });
  return (
    <div className="stack">
      <p className="small muted">{m.denial_lead({ moment: showMomentInLosAngeles(denial.until ?? "") })}</p>
      <FoldedForm
        title={m.denial_deny()}
        label={m.denial_words()}
        hint={m.denial_hint()}
        missing={m.denial_missing()}
        longest={longestPickupDenial}
        isPending={denying.isPending}
        onSend={(words) => denying.mutate(words)}
      />
      <Failed error={denying.error} />
    </div>
  );
}

const denied: Record<ConditionSide, () => string> = {
  renter: m.denial_denied_renter,
  host: m.denial_denied_host,
  longbay: m.denial_denied_admin,
};

function DeniedPickup({ denial, reader }: { denial: PickupDenial; reader: ConditionSide }) {
  const { decision, words, reason } = denial;
  const decided = decision === "upheld" ? m.denial_upheld() : m.denial_dismissed();
  return (
    <Notice kind={decision === null ? "warn" : "info"}>
      <p>{decision === null ? denied[reader]() : decided}</p>
      <p className="wrap-anywhere whitespace-pre-line">{m.denial_said({ words })}</p>
      {reason && <p className="wrap-anywhere">{m.denial_reason({ reason })}</p>}
    </Notice>
  );
}
