/**
 * The browser's storage for this site. It is undefined if the person blocks cookies and site data, because even
 * the first access then throws. No other module accesses the storage directly.
 */
export const localStore = (): Storage | undefined => storage("localStorage");

/** The browser's storage for one visit, until the tab closes. */
export const visitStore = (): Storage | undefined => storage("sessionStorage");

function storage(name: "localStorage" | "sessionStorage"): Storage | undefined {
  try {
    return window[name];
  } catch {
    return undefined;
  }
}
