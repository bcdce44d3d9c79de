import { createContext } from "react-router";
import type { BusinessHours } from "#domain/site/business-hours.ts";
import type { ProviderName } from "#domain/payments/providers.ts";
import type { TaxRate } from "#domain/pricing/tax-rates.ts";
import { type Retention, usualRetention } from "#domain/retention.ts";
import type { Language } from "#domain/languages.ts";

/** The address and the key of this site's sign-in service. A relative address is on this origin. */
export type SignInSettings = { url: string; key: string; isHosted: boolean };

/** The service that comes with the product. */
export const embeddedSignIn: SignInSettings = { url: "/auth/v1", key: "longbay", isHosted: false };

/** How and when customers can reach the business, and the rules that its pages state. */
export type Business = {
  email: string;
  phone: string;
  hours: BusinessHours;
  /** Whether a new order still includes collision coverage: only the orders of the first customers do. */
  includesCollision: boolean;
  /** The host's share of a rental, in percent. */
  hostSharePercent: number;
  /** Days that a new host's earnings wait after the renter's payment; 0 for no wait. */
  hostHoldDays: number;
  /** The providers on whose pages a renter pays once something is due; absent where no provider is set up. */
  paysOnline?: readonly ProviderName[];
  /** Whether renters learn how to pay. If they don't, no booking ends because it is unpaid. */
  tellsHowToPay: boolean;
  /** Taxes on orders placed from now on; absent where nothing is taxed. */
  taxRates?: readonly TaxRate[];
};

/**
 * What the server gives every loader and action: the API in process, the page's language, and the date in Los
 * Angeles.
 */
export type RequestScope = {
  language: Language;
  today: string;
  /** The first day on which a renter can still get a car. */
  firstPickupDay: string;
  /** Made for this one page: scripts that the page writes with this nonce may run. */
  nonce: string;
  /** The origin that canonical links and emails use. */
  publicUrl: string;
  /** The settings of the sign-in service. */
  signIn: SignInSettings;
  business: Business;
  /** How long personal data is kept, for the privacy page. */
  retention: Retention;
  /** Calls the API without the network: same routes, same checks, on behalf of the visitor. */
  apiFetch: (path: string, init?: { method?: string; body?: unknown }) => Promise<Response>;
};

export const scopeContext = createContext<RequestScope>({
  language: "en",
  today: "2000-01-01",
  firstPickupDay: "2000-01-01",
  nonce: "",
  publicUrl: "",
  signIn: embeddedSignIn,
  business: {
    email: "",
    phone: "",
    hours: [],
    includesCollision: false,
    hostSharePercent: 80,
    hostHoldDays: 14,
    tellsHowToPay: true,
  },
  retention: usualRetention,
  apiFetch: () => Promise.reject(new Error("The page was rendered without the server's scope")),
});

/** The render entry as the server sees it: the server knows nothing else of the web room. */
export type RenderEntry = {
  render: (request: Request, scope: RequestScope) => Promise<Response>;
  /** Scripts that may be in any page. */
  pageScripts: readonly string[];
  cachedQuery: (url: URL) => readonly string[] | undefined;
};
