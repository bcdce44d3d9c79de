import { getHostingEstimate, type HostingEstimate } from "#contract/hosting.ts";
import { estimateParameters } from "#domain/site/pages.ts";
import { api, ApiError, type Fetcher } from "#web/api.ts";

const estimateFields = estimateParameters;
export type EstimateField = (typeof estimateFields)[number];
/** The car to estimate, as the address states it. */
export type EstimateQuery = Record<EstimateField, string>;

export function readEstimateQuery(query: URLSearchParams): EstimateQuery {
  return Object.fromEntries(
    estimateFields.map((name) => [name, query.get(name)?.trim() ?? ""]),
  ) as EstimateQuery;
}

export type FoundEstimate = { estimate?: HostingEstimate; errors: EstimateField[]; status?: number };

/**
 * The estimate, where the address asks for one. A wrong car stays in the form, and the wrong fields are marked.
 */
export async function findEstimate(filters: EstimateQuery, fetcher: Fetcher): Promise<FoundEstimate> {
  if (estimateFields.every((name) => filters[name] === "")) return { errors: [] };
  try {
    return { errors: [], estimate: await api(getHostingEstimate, { query: filters }, fetcher) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const fields = error.body?.fields ?? {};
    const errors = estimateFields.filter((name) => Object.hasOwn(fields, name));
    return { errors: errors.length ? errors : ["brand"], status: error.status };
  }
}
