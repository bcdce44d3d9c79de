import type { ReactNode } from "react";
import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";
import roadEnd from "./drawings/road-end.svg?url";

/** No page at this address. */
export function NotFound() {
  return (
    <Lost title={m.layout_not_found_title()}>
      <p className="muted max-w-136">
        {m.layout_not_found_text()} <span className="text-ink-faint small">{m.layout_not_found_hint()}</span>
      </p>
      <div className="acts">
        <Link className="btn btn-primary" to="/">
          {m.layout_return_home()}
        </Link>
        <Link className="btn btn-secondary" to="/cars">
          {m.layout_browse_cars()}
        </Link>
      </div>
    </Lost>
  );
}

/**
 * A page failed to load because of an error on our side or a lost connection. The links load a new document: a
 * broken application should not try to repair itself.
 */
export function Broken() {
  return (
    <Lost title={m.layout_broken_title()}>
      <p className="muted max-w-136">{m.layout_broken_text()}</p>
      <div className="acts">
        <TryAgain />
        <a className="btn btn-secondary" href="/">
          {m.layout_return_home()}
        </a>
        <a className="btn btn-secondary" href="/contact">
          {m.layout_nav_contact()}
        </a>
      </div>
    </Lost>
  );
}

export const TryAgain = () => (
  // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- an empty address is this very one, whichever it is
  <a className="btn btn-primary" href="">
    {m.layout_try_again()}
  </a>
);

type Props = { title: string; drawing?: string; children: ReactNode };

/** A page with a drawing (by default a road that ends at the water), a title and what the person can do now. */
export function Lost({ title, drawing = `${roadEnd}#road`, children }: Props) {
  return (
    <div className="page grid justify-items-start content-start gap-5 pt-[clamp(2.5rem,6vw,5rem)]">
      <svg
        className="w-full h-[clamp(13rem,30vw,24rem)] mb-4 rounded-xl bg-water"
        viewBox="0 0 1232 384"
        preserveAspectRatio="xMidYMax slice"
        aria-hidden="true"
        focusable="false"
      >
        <use href={drawing} />
      </svg>
      <h1 className="h2">{title}</h1>
      {children}
    </div>
  );
}
