import { m } from "#web/paraglide/messages.js";

export type Place = {
  to: string;
  label: () => string;
  /** Another section that this application does not draw: a plain link, loaded anew. */
  isPlain?: boolean;
};

const home: Place = { to: "/", label: m.layout_nav_home };
const cars: Place = { to: "/cars", label: m.layout_nav_cars };
const search: Place = { to: "/search", label: m.layout_nav_search };
const plans: Place = { to: "/pricing-tiers", label: m.layout_nav_plans };
const howItWorks: Place = { to: "/how-it-works", label: m.layout_nav_how };
const hosts: Place = { to: "/autowealth/", label: m.layout_nav_hosts, isPlain: true };
const guide: Place = { to: "/autoedu", label: m.layout_nav_guide };
const faq: Place = { to: "/faq", label: m.layout_nav_faq };
const contact: Place = { to: "/contact", label: m.layout_nav_contact };
const signIn: Place = { to: "/signin", label: m.layout_nav_sign_in };
const signUp: Place = { to: "/signup", label: m.layout_nav_sign_up };
const terms: Place = { to: "/terms", label: m.layout_nav_terms };
const privacy: Place = { to: "/privacy", label: m.layout_nav_privacy };

/** Screens that come later. No link leads to a page that isn't there; a test holds this list against the routes. */
export const comingPaths: ReadonlySet<string> = new Set(["/autowealth/"]);

const open = (places: Place[]): Place[] => places.filter((place) => !comingPaths.has(place.to));

export const headerPlaces = open([home, cars, search, howItWorks, hosts, guide, faq, contact]);
export const accountPlaces = open([signIn, signUp]);
export const footerGroups = [
  { title: m.layout_footer_rent, places: open([cars, search, plans, howItWorks, faq]) },
  { title: m.layout_footer_host, places: open([hosts, guide]) },
  { title: m.layout_footer_company, places: open([home, contact, terms, privacy]) },
].filter((group) => group.places.length > 0);
export const allPlaces = [home, cars, search, plans, howItWorks, hosts, guide, faq, contact, signIn, signUp, terms, privacy];
