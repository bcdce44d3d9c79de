import { type PublicPage, type PublicPageName, publicPageList } from "#domain/site/pages.ts";
import { m } from "#web/paraglide/messages.js";

export type NavigationLink = {
  to: string;
  label: () => string;
  /** Another section that this application does not draw: a plain link, which loads a new document. */
  isPlain?: boolean;
  /** Left out of the header where there is little room. */
  isRoomy?: boolean;
};

const names: Record<PublicPageName, () => string> = {
  home: m.layout_nav_home,
  cars: m.layout_nav_cars,
  search: m.layout_nav_search,
  plans: m.layout_nav_plans,
  howItWorks: m.layout_nav_how,
  hosts: m.layout_nav_hosts,
  guide: m.layout_nav_guide,
  faq: m.layout_nav_faq,
  contact: m.layout_nav_contact,
  terms: m.layout_nav_terms,
  privacy: m.layout_nav_privacy,
};

const placesOf = (pages: readonly PublicPage[]): NavigationLink[] =>
  pages.map(({ name, path, isPlain = false, header }) => ({
    to: path,
    label: names[name],
    isPlain,
    isRoomy: header === "roomy",
  }));
const inFooter = (group: PublicPage["footer"]): NavigationLink[] =>
  placesOf(publicPageList.filter(({ footer }) => footer === group));

/** The links of the header. The menu of narrow screens shows all of them. */
export const headerPlaces = placesOf(publicPageList.filter(({ header }) => header !== undefined));
export const accountPlaces: readonly NavigationLink[] = [
  { to: "/signin", label: m.layout_nav_sign_in },
  { to: "/signup", label: m.layout_nav_sign_up },
];
export const footerGroups = [
  { title: m.layout_footer_rent, places: inFooter("rent") },
  { title: m.layout_footer_host, places: inFooter("host") },
  { title: m.layout_footer_company, places: inFooter("company") },
];
