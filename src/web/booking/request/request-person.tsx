import { m } from "#web/paraglide/messages.js";
import { TextField } from "#web/ui/form/text-field.tsx";
import { PromoField } from "#web/booking/checkout/promo-field.tsx";
import type { useRequest } from "./use-request.ts";

type RequestPersonProps = Pick<ReturnType<typeof useRequest>, "field"> & {
  canApply: boolean;
  onApply: () => Promise<void>;
};

/** The renter, and the place where we deliver the car. */
export const RequestPerson = ({ field, canApply, onApply }: RequestPersonProps) => (
  <div className="pairs">
    <TextField {...field("customerName")} label={m.request_name()} autoComplete="name" />
    <TextField
      {...field("customerPhone")}
      label={m.request_phone()}
      type="tel"
      autoComplete="tel"
      isOptional
    />
    <TextField
      {...field("customerEmail")}
      fieldClassName="full"
      label={m.request_email()}
      type="email"
      autoComplete="email"
      spellCheck={false}
    />
    <TextField
      {...field("pickupLocation")}
      fieldClassName="full"
      label={m.request_place()}
      hint={m.request_place_hint()}
      autoComplete="street-address"
    />
    <div className="full">
      <PromoField {...field("promo")} canApply={canApply} onApply={onApply} />
    </div>
  </div>
);
