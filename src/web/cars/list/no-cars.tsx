import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";

/** Shown when nothing matches: an empty parking space, and a link back to all cars. */
export function NoCars({ clearTo }: { clearTo: string }) {
  return (
    <div className="empty">
      <svg className="i h-auto stroke-[2.5]" viewBox="0 0 320 120" aria-hidden="true" focusable="false">
        <path d="M20 104 60 24M130 104l14-80M240 104l-14-80M300 104 260 24M8 104h304" />
        <path className="[stroke-dasharray:1_7]" d="M152 92h66M158 60h52" />
      </svg>
      <h2 className="h3">{m.cars_none_found()}</h2>
      <p>{m.cars_none_hint()}</p>
      <Link className="btn btn-secondary" to={clearTo}>
        {m.cars_clear_filters()}
      </Link>
    </div>
  );
}
