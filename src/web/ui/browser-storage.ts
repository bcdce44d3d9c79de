/**
 * What this browser keeps for the site; undefined where people have it block cookies and site data: the first look at
 * it throws there. Nothing else of the site reads it.
 */
export const localStore = (): Storage | undefined => storage("localStorage");

/** The same for a visit: until the tab closes. */
export const visitStore = (): Storage | undefined => storage("sessionStorage");

function storage(name: "localStorage" | "sessionStorage"): Storage | undefined {
  try {
    return window[name];
  } catch {
    return undefined;
  }
}
