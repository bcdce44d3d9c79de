import { useEffect, useRef } from "react";
import { promoValue } from "#domain/pricing/pricing.ts";
import { wireMoney } from "#domain/money.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";
import { showWholeMoney } from "#web/ui/format/money.ts";
import { offerPromo, promoId } from "#web/inline/offer-promo.ts";
import { promoScript } from "#web/inline/page-scripts.ts";
import { SubscribeForm } from "./subscribe-form.tsx";

/**
 * The offer of the home page: a native dialog that opens three seconds after the page has loaded, with or
 * without the application.
 */
export function PromoDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(offerPromo, []);
  return (
    <>
      <dialog
        className="dialog"
        id={promoId}
        aria-labelledby="promo-title"
        ref={dialog}
        suppressHydrationWarning
      >
        <h2 className="h3 pr-12 text-xl" id="promo-title">
          {m.promo_title({ amount: showWholeMoney(wireMoney(promoValue)) })}
        </h2>
        <p className="small muted">{m.promo_text()}</p>
        <SubscribeForm id="promo" source="promo_modal" onDone={() => dialog.current?.close()} />
        <form className="justify-self-start -my-2 mr-0 -ml-3.75" method="dialog">
          <button className="btn btn-quiet btn-sm" type="submit">
            {m.promo_no_thanks()}
          </button>
          <button
            className="btn btn-quiet btn-icon absolute right-3 top-3"
            type="submit"
            aria-label={m.common_close()}
          >
            <Icon name="close" />
          </button>
        </form>
      </dialog>
      <script
        // oxlint-disable-next-line react/no-danger -- our own script; the policy allows it by its hash
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? promoScript : "" }}
        suppressHydrationWarning
      />
    </>
  );
}
