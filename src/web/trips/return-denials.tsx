import { useMutation, useQueryClient } from "@tanstack/react-query";
import { denyReturn, type ReturnDenial } from "#contract/return-denials.ts";
import type { ConditionSide } from "#domain/trips/condition.ts";
import { type DenyingSide, longestReturnDenial } from "#domain/trips/return-denials.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "#web/session/states.tsx";
import { showMomentInLosAngeles } from "#web/ui/format/los-angeles-moment.ts";
import { FoldedForm } from "#web/ui/form/folded-form.tsx";
import { Notice } from "#web/ui/notice.tsx";

type ReturnDenialsProps = { orderId: string; denials: readonly ReturnDenial[]; reader: ConditionSide };

/** Denied returns of renters, worded for the reader; and for the host or an administrator the form to deny one. */
export function ReturnDenials({ orderId, denials, reader }: ReturnDenialsProps) {
  return denials.map((denial) =>
    denial.by === null ? (
      <DenyReturn key={denial.recordId} orderId={orderId} denial={denial} />
    ) : (
      <DeniedReturn key={denial.recordId} denial={denial} by={denial.by} isRenter={reader === "renter"} />
    ),
  );
}

/** The renter has recorded the return: for a day the host or an administrator may say that the car isn't back. */
function DenyReturn({ orderId, denial }: { orderId: string; denial: ReturnDenial }) {
  const cache = useQueryClient();
  const denying = useMutation({
    mutationFn: (words: string) =>
      api(denyReturn, { params: { id: orderId, recordId: denial.recordId }, body: { words } }),
    onSettled: () => void makeStale(cache, "order"),
  });
  const moments = {
    at: showMomentInLosAngeles(denial.returnedAt),
    until: showMomentInLosAngeles(denial.until ?? ""),
  };
  return (
    <div className="stack">
      <p className="small muted">{m.return_denial_lead(moments)}</p>
      <FoldedForm
        title={m.return_denial_deny()}
        label={m.return_denial_words()}
        hint={m.return_denial_hint()}
        missing={m.return_denial_missing()}
        longest={longestReturnDenial}
        isPending={denying.isPending}
        onSend={(words) => denying.mutate(words)}
      />
      <Failed error={denying.error} />
    </div>
  );
}

const toRenter = { host: m.return_denial_renter_host, longbay: m.return_denial_renter_us };
const said = { host: m.return_denial_said_host, longbay: m.return_denial_said_us };

type DeniedReturnProps = { denial: ReturnDenial; by: DenyingSide; isRenter: boolean };

function DeniedReturn({ denial, by, isRenter }: DeniedReturnProps) {
  const { isOpen, words } = denial;
  const at = showMomentInLosAngeles(denial.returnedAt);
  const open = isRenter ? toRenter[by]({ at }) : m.return_denial_lender({ at });
  return (
    <Notice kind={isOpen ? "warn" : "info"}>
      <p>{isOpen ? open : m.return_denial_over({ at })}</p>
      <p className="wrap-anywhere whitespace-pre-line">{said[by]({ words })}</p>
      {isOpen && isRenter && <p>{m.return_denial_renter_how()}</p>}
    </Notice>
  );
}
