import { getHostingEstimate, type HostingEstimate } from "#contract/hosting.ts";
import { api, ApiError, type Fetcher } from "#web/api.ts";

export const estimateFields = ["brand", "model", "year", "city"] as const;
export type EstimateField = (typeof estimateFields)[number];
/** The car that somebody asks about, as the address says it. */
export type EstimateWish = Record<EstimateField, string>;

export function readEstimateWish(query: URLSearchParams): EstimateWish {
  return Object.fromEntries(estimateFields.map((name) => [name, query.get(name)?.trim() ?? ""])) as EstimateWish;
}

export type FoundEstimate = { estimate?: HostingEstimate; fault?: EstimateField; status?: number };

/** The estimate, where one is asked for. What can't be estimated stays in the form, with the field that is in the way. */
export async function findEstimate(wish: EstimateWish, fetcher: Fetcher): Promise<FoundEstimate> {
  if (estimateFields.every((name) => wish[name] === "")) return {};
  try {
    return { estimate: await api(getHostingEstimate, { query: wish }, fetcher) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const fields = error.body?.fields ?? {};
    return { fault: estimateFields.find((name) => name in fields) ?? "brand", status: error.status };
  }
}
