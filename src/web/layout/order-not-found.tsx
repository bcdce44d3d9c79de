import { Link } from "react-router";
import { Lost } from "#web/layout/lost.tsx";
import { Lead } from "#web/ui/lead.tsx";
import { m } from "#web/paraglide/messages.js";

/** No order at this address, whatever else the address claims. */
export function OrderNotFound() {
  return (
    <Lost title={m.order_not_found_title()}>
      <Lead className="max-w-136">{m.order_not_found_text()}</Lead>
      <div className="acts">
        <Link className="btn btn-primary" to="/find-order">
          {m.order_not_found_find()}
        </Link>
        <Link className="btn btn-secondary" to="/contact">
          {m.order_contact()}
        </Link>
        <Link className="btn btn-secondary" to="/">
          {m.order_return_home()}
        </Link>
      </div>
    </Lost>
  );
}
