import { longestEmail } from "#domain/text-lengths.ts";
import { visitStore } from "#web/ui/browser-storage.ts";

/** Keeps short texts for the visit: until the tab closes or they are forgotten. */
export function keepTexts(key: string, values: Partial<Record<string, string>>): void {
  try {
    visitStore()?.setItem(key, JSON.stringify(values));
  } catch {
    // A browser that keeps nothing (private windows, full storage) only loses the convenience.
  }
}

/** Storage can hold anything: only short texts under the names asked for are read. */
export function keptTexts<Name extends string>(
  key: string,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  try {
    const kept: unknown = JSON.parse(visitStore()?.getItem(key) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    const texts = Object.entries(kept).filter(
      ([name, value]) =>
        names.some((known) => known === name) && typeof value === "string" && value.length <= longestEmail,
    );
    return Object.fromEntries(texts) as Partial<Record<Name, string>>;
  } catch {
    return {};
  }
}

export function forgetTexts(key: string): void {
  try {
    visitStore()?.removeItem(key);
  } catch {
    // The storage holds nothing readable.
  }
}
