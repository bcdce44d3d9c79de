import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";
import { BrandMark, brandName } from "./drawings/brand-mark.tsx";
import { useBusiness } from "./business.ts";
import { hoursInWords } from "./business-hours.ts";
import { PlaceLinks } from "./header.tsx";
import { footerGroups } from "./navigation.ts";
import { Skyline } from "./drawings/skyline.tsx";

export function Footer({ year }: { year: string }) {
  const business = useBusiness();
  return (
    <footer className="footer mt-section" id="end">
      <Skyline />
      <div className="footer-in">
        <div className="page">
          <div className="grid grid-cols-[2fr_1fr_1fr_1fr] gap-10 max-md:grid-cols-[repeat(3,1fr)] max-md:gap-x-4 max-md:gap-y-8">
            <div className="grid content-start gap-x-4 gap-y-2 max-md:col-span-full max-md:grid-cols-2">
              <Link
                className="logo col-span-full mb-2 justify-self-start"
                to="/"
                aria-label={m.layout_home_label({ name: brandName() })}
              >
                <BrandMark />
              </Link>
              <p className="small muted text-balance">{m.layout_footer_tagline()}</p>
              <ul className="small muted">
                {hoursInWords(business?.hours ?? []).map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
            </div>
            {footerGroups.map(({ title, places }) => (
              <nav key={title()} aria-label={title()}>
                <h2 className="mb-3 text-sm/[inherit] tracking-[0]">{title()}</h2>
                <ul>
                  {places.map((place) => (
                    <li key={place.to}>
                      <PlaceLinks places={[place]} />
                    </li>
                  ))}
                </ul>
              </nav>
            ))}
          </div>
          <p className="mt-8 pt-5 border-t border-water-deep text-balance text-xs/[1.6] text-ink-soft">
            {m.layout_legal({ year, name: brandName() })}
          </p>
        </div>
      </div>
      <ContactButton />
    </footer>
  );
}

/** Shown on every screen, the back office's too. Where it would cover content, it is a tab in the margin. */
function ContactButton() {
  return (
    <Link className="contact" to="/contact">
      <Icon name="chat" />
      {m.layout_nav_contact()}
    </Link>
  );
}
