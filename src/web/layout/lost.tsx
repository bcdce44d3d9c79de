import type { ReactNode } from "react";
import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";

/** No page at this address. */
export function NotFound() {
  return (
    <Lost title={m.layout_not_found_title()}>
      <p className="muted max-w-136">
        {m.layout_not_found_text()} <span className="faint">{m.layout_not_found_hint()}</span>
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

/** Something broke on our side. The links load anew: a broken application should not try to mend itself. */
export function Broken() {
  return (
    <Lost title={m.layout_broken_title()}>
      <p className="muted max-w-136">{m.layout_broken_text()}</p>
      <div className="acts">
        <a className="btn btn-primary" href="/">
          {m.layout_return_home()}
        </a>
        <a className="btn btn-secondary" href="/contact">
          {m.layout_nav_contact()}
        </a>
      </div>
    </Lost>
  );
}

/** A road that ends at the water, and what to do now. */
export function Lost({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page lost">
      <RoadEnd />
      <h1 className="h2">{title}</h1>
      {children}
    </div>
  );
}

function RoadEnd() {
  const road = "M-10 336c170-40 330-34 470-2 50 12 92 18 136 26";
  return (
    <svg className="art lost-art" viewBox="0 0 1232 384" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">
      <circle cx="846" cy="96" r="30" />
      <path className="f-deep" d="M0 222h1232v162H0Z" />
      <path className="s-water" strokeWidth="3" d="M756 246h180M786 264h120M814 282h64" />
      <path className="f-hill2" d="M0 150c90 4 150 26 220 50 30 10 60 18 96 22H0ZM1232 186c-60 0-110 18-164 36h164Z" />
      <path className="f-hill" d="M0 268c150-34 300-26 430 4 90 20 150 26 222 66 16 9 30 26 40 46H0Z" />
      <path className="s-paper" strokeWidth="22" strokeLinecap="butt" d={road} />
      <path className="s-edge" strokeDasharray="16 14" d={road} />
      <g strokeWidth="2.5">
        <path d="M584 352v-40M640 352v-40" />
        <rect className="f-paper" x="570" y="300" width="84" height="22" rx="3" />
        <path d="m586 322 14-22m14 22 14-22m10 22 8-13" />
      </g>
      <g transform="translate(400 272) scale(2.1)" strokeWidth="1.2">
        <path className="f-bridge" d="M4 20c-2-6 0-9 6-10l5-1c5-5 9-6 16-6h5c5 0 9 3 12 8 6 1 8 3 8 9l-1 1H5Z" />
        <path className="f-water" d="M19 9.5c4-3 7-4 11-4v4ZM33 5.5h2c4 0 6 2 8 4H33Z" />
        <g className="f-paper">
          <circle cx="15" cy="21" r="4.5" />
          <circle cx="46" cy="21" r="4.5" />
        </g>
      </g>
      <path d="M1010 222v-14h16v14M1018 208v-12" />
      <path className="f-paper" d="M980 236h70l-10 14h-50Z" />
    </svg>
  );
}
