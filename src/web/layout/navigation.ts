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

export const headerPlaces = [home, cars, search, howItWorks, hosts, guide, faq, contact];
export const accountPlaces = [signIn, signUp];
export const footerGroups = [
  { title: m.layout_footer_rent, places: [cars, search, plans, howItWorks, faq] },
  { title: m.layout_footer_host, places: [hosts, guide] },
  { title: m.layout_footer_company, places: [home, contact, terms, privacy] },
];
