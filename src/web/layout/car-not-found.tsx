import { Link } from "react-router";
import { Lost } from "#web/layout/lost.tsx";
import { m } from "#web/paraglide/messages.js";

export function CarNotFound() {
  return (
    <Lost title={m.car_not_found()}>
      <p className="muted max-w-136">{m.car_not_found_text()}</p>
      <div className="acts">
        <Link className="btn btn-primary" to="/cars">
          {m.car_browse_all()}
        </Link>
      </div>
    </Lost>
  );
}
