import { useState } from "react";
import { m } from "#web/paraglide/messages.js";
import { describedBy } from "#web/ui/form/field.tsx";
import { FieldNote } from "#web/ui/form/text-field.tsx";
import { longestPromo } from "#domain/text-lengths.ts";

type PromoFieldProps = {
  id: string;
  defaultValue: string | undefined;
  error: string | undefined;
  isAlert: boolean;
  canApply: boolean;
  onApply: () => Promise<void>;
};

/** A promo code, folded away at first. The form always sends it; with JavaScript it can be tried before. */
export function PromoField({ id, defaultValue, error, isAlert, canApply, onApply }: PromoFieldProps) {
  // Open at first where there is a code or an error. After that, the user opens and closes it.
  const [isOpen] = useState(Boolean(defaultValue || error));
  const [isAsking, setAsking] = useState(false);
  const apply = async () => {
    setAsking(true);
    await onApply();
    setAsking(false);
  };
  return (
    <details className="fold" open={isOpen}>
      <summary>{m.order_promo_ask()}</summary>
      <div className="field">
        <label className="sr-only" htmlFor={id}>
          {m.order_promo()}
        </label>
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
          <input
            className="control"
            id={id}
            name="promo"
            defaultValue={defaultValue}
            maxLength={longestPromo}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...describedBy(id, error, m.order_promo_hint())}
          />
          <button
            className="btn btn-secondary needs-script"
            type="button"
            onClick={apply}
            disabled={!canApply}
            aria-busy={isAsking || undefined}
          >
            {m.order_promo_apply()}
          </button>
        </div>
        <FieldNote id={id} error={error} isAlert={isAlert} hint={m.order_promo_hint()} />
      </div>
    </details>
  );
}
