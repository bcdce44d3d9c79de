import { useEffect, useRef } from "react";
import { Link, NavLink, useLocation, useNavigation } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";
import { BrandMark, brandName } from "./brand-mark.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { accountPlaces, headerPlaces, type Place } from "./navigation.ts";

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
            <Link key={place.to} className="btn btn-quiet btn-sm wide" to={place.to}>
              {place.label()}
            </Link>
          ))}
          <Menu />
        </div>
      </div>
      {isUnderWay && <div className="underway" />}
    </header>
  );
}

/** The menu of narrow screens. It opens without script; with it, it closes on Escape, on a choice and on a press elsewhere. */
function Menu() {
  const details = useRef<HTMLDetailsElement>(null);
  const { pathname } = useLocation();

  useEffect(() => close(details.current), [pathname]);
  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !details.current?.contains(event.target)) close(details.current);
    };
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
  }, []);

  return (
    <details
      className="menu"
      ref={details}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !details.current?.open) return;
        close(details.current);
        details.current.querySelector("summary")?.focus();
      }}
    >
      <summary className="btn btn-quiet btn-icon" aria-label={m.layout_menu()}>
        <Icon name="menu" />
      </summary>
      <nav aria-label={m.layout_menu()}>
        <PlaceLinks places={[...headerPlaces, ...accountPlaces]} />
      </nav>
    </details>
  );
}

function close(details: HTMLDetailsElement | null): void {
  if (details) details.open = false;
}

export function PlaceLinks({ places }: { places: Place[] }) {
  return places.map(({ to, label, isPlain }) =>
    isPlain ? (
      <a key={to} href={to}>
        {label()}
      </a>
    ) : (
      <NavLink key={to} to={to} end={to === "/"}>
        {label()}
      </NavLink>
    ),
  );
}
