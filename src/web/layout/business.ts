import { useRouteLoaderData } from "react-router";
import type { IsoDate } from "#domain/dates.ts";
import type { TaxRate } from "#domain/pricing/tax-rates.ts";
import type { loader } from "#web/root.tsx";
import type { Business } from "#web/site-settings.ts";

/**
 * How this business is reached and its other settings. Undefined where not even the root of the page could be
 * loaded.
 */
export const useBusiness = (): Business | undefined => useRouteLoaderData<typeof loader>("root")?.business;

const untaxed: readonly TaxRate[] = [];
/** Taxes of every city on orders placed from now on. */
export const useTaxRates = (): readonly TaxRate[] => useBusiness()?.taxRates ?? untaxed;

/** The date in Los Angeles when the page was made; empty where the page itself is broken. */
export const useToday = (): IsoDate => useRouteLoaderData<typeof loader>("root")?.today ?? "";

export const phoneLink = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, "")}`;
export const mailLink = (email: string): string => `mailto:${email}`;
