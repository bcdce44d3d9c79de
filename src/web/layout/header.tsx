import { useRef } from "react";
import { Link, NavLink, useNavigation } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { BrandMark, brandName } from "./drawings/brand-mark.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { accountPlaces, headerPlaces, type NavigationLink } from "./navigation.ts";
import { tellSession } from "#web/inline/page-scripts.ts";
import { useClosingDetails } from "./use-closing-details.ts";

export function Header() {
  const isUnderWay = useNavigation().state === "loading";
  return (
    <header className="header">
      <div className="page">
        <Link className="logo" to="/" aria-label={m.layout_home_label({ name: brandName() })}>
          <BrandMark />
        </Link>
        <nav className="nav" aria-label={m.layout_nav_main()}>
          <PlaceLinks places={headerPlaces} />
        </nav>
        <div className="head-end">
          <LanguageSwitch />
          {accountPlaces.map((place) => (
            <Link
              key={place.to}
              className={`btn ${place.to === "/signup" ? "btn-secondary" : "btn-quiet"} btn-sm max-lg:hidden signed-out-only`}
              to={place.to}
            >
              {place.label()}
            </Link>
          ))}
          <AccountMenu />
          <Menu />
        </div>
      </div>
      <script
        // oxlint-disable-next-line react/no-danger -- our own constant; the policy allows it by its hash
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? tellSession : "" }}
        suppressHydrationWarning
      />
      {isUnderWay && <div className="underway" />}
    </header>
  );
}

/**
 * The menu of narrow screens. It opens without script; with it, it closes on Escape, on a choice and on a
 * press elsewhere.
 */
function Menu() {
  const details = useRef<HTMLDetailsElement>(null);
  const onKeyDown = useClosingDetails(details);

  return (
    <details className="menu" ref={details} onKeyDown={onKeyDown}>
      <summary className="select-none btn btn-quiet btn-icon" aria-label={m.layout_menu()}>
        <Icon name="menu" />
      </summary>
      <nav aria-label={m.layout_menu()}>
        <PlaceLinks places={headerPlaces} />
        <div className="signed-out-only">
          <PlaceLinks places={accountPlaces} />
        </div>
      </nav>
    </details>
  );
}

export function PlaceLinks({ places }: { places: readonly NavigationLink[] }) {
  return places.map(({ to, label, isPlain, isRoomy }) =>
    isPlain ? (
      <a key={to} href={to}>
        {label()}
      </a>
    ) : (
      <NavLink key={to} to={to} end={to === "/"} data-roomy={isRoomy || undefined}>
        {label()}
      </NavLink>
    ),
  );
}
