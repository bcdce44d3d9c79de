import { useRouteLoaderData } from "react-router";
import type { loader } from "#web/root.tsx";
import type { Business } from "#web/site-settings.ts";

/**
 * Where this business is reached, as its settings say. Undefined where not even the root of the page could be
 * loaded.
 */
export const useBusiness = (): Business | undefined => useRouteLoaderData<typeof loader>("root")?.business;

export const phoneLink = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, "")}`;
export const mailLink = (email: string): string => `mailto:${email}`;
