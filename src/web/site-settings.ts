import { createContext } from "react-router";
import type { BusinessHours } from "#domain/site/business-hours.ts";
import type { ProviderName } from "#domain/payments/payments.ts";
import type { TaxRate } from "#domain/pricing/tax-rates.ts";
import { type Retention, usualRetention } from "#domain/retention.ts";
import type { Language } from "#domain/languages.ts";

/** Where and with which key this site's accounts live. A relative address is on this origin. */
export type SignInSettings = { url: string; key: string; isHosted: boolean };

/** The service that comes with the product. */
export const embeddedSignIn: SignInSettings = { url: "/auth/v1", key: "longbay", isHosted: false };

/** Where the business is reached, and when. */
export type Business = {
  email: string;
  phone: string;
  hours: BusinessHours;
  /** Whether collision coverage still comes with a new order: it does for so many first customers. */
  includesCollision: boolean;
  /** What a host keeps of a rental. */
  hostSharePercent: number;
  /** Days from its payment for which what a new host earns waits; 0 for none. */
  hostHoldDays: number;
  /** Whose pages one pays on, once there is something to pay; absent where nobody takes money by machine. */
  paysOnline?: readonly ProviderName[];
  /** Whether renters learn how to pay; where they don't, no booking ends for being unpaid. */
  tellsHowToPay: boolean;
  /** Taxes on what is ordered from now on; absent where nothing is taxed. */
  taxRates?: readonly TaxRate[];
};

/**
 * What the server gives every loader and action: the API in process, the page's language and Los Angeles's
 * date.
 */
export type RequestScope = {
  language: Language;
  today: string;
  /** Made for this one page: what the page writes with it may run. */
  nonce: string;
  /** The origin that canonical links and emails use. */
  publicUrl: string;
  /** Where accounts live. */
  signIn: SignInSettings;
  business: Business;
  /** How long personal data is kept, for the page that says so. */
  retention: Retention;
  /** Calls the API without the network: same routes, same checks, on behalf of the visitor. */
  apiFetch: (path: string, init?: { method?: string; body?: unknown }) => Promise<Response>;
};

export const scopeContext = createContext<RequestScope>({
  language: "en",
  today: "2000-01-01",
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

/** The render entry as the server sees it: the one thing it knows of the web room. */
export type RenderEntry = {
  render: (request: Request, scope: RequestScope) => Promise<Response>;
  /** Scripts that may stand in any page. */
  pageScripts: readonly string[];
  cachedQuery: (url: URL) => readonly string[] | undefined;
};
