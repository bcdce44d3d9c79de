import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";

/** No order at this address, whatever else the address claims. */
export function OrderNotFound() {
  return (
    <div className="page problem">
      <h1 className="h2">{m.order_not_found_title()}</h1>
      <p className="lead">{m.order_not_found_text()}</p>
      <div className="flow-foot flow-foot-start">
        <Link className="btn btn-primary" to="/">
          {m.order_return_home()}
        </Link>
        <Link className="btn btn-secondary" to="/find-order">
          {m.order_not_found_find()}
        </Link>
        <Link className="btn btn-quiet" to="/contact">
          {m.order_contact()}
        </Link>
      </div>
    </div>
  );
}
