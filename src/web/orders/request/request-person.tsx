import { m } from "#web/paraglide/messages.js";
import { TextField } from "#web/ui/form/text-field.tsx";
import { PromoField } from "#web/orders/checkout/promo-field.tsx";
import type { useRequest } from "./use-request.ts";

type RequestPersonProps = Pick<ReturnType<typeof useRequest>, "field"> & {
  canApply: boolean;
  onApply: () => Promise<void>;
};

/** Who asks, and where we bring the car. */
export const RequestPerson = ({ field, canApply, onApply }: RequestPersonProps) => (
  <>
    <TextField {...field("customerName")} label={m.request_name()} autoComplete="name" />
    <TextField
      {...field("customerEmail")}
      label={m.request_email()}
      type="email"
      autoComplete="email"
      spellCheck={false}
    />
    <TextField
      {...field("customerPhone")}
      label={m.request_phone()}
      type="tel"
      autoComplete="tel"
      isOptional
    />
    <TextField
      {...field("pickupLocation")}
      label={m.request_place()}
      hint={m.request_place_hint()}
      autoComplete="street-address"
    />
    <PromoField {...field("promo")} canApply={canApply} onApply={onApply} />
  </>
);
