import type { Locator, Page } from "@playwright/test";

/** The list's filters: beside the cars, on phones over them once they are opened. */
export const filtersOf = (page: Page): Locator => page.locator("form#filters");

/** Opens the filters if there is a button for it; on wide screens they are always open. */
export async function openFilters(page: Page): Promise<Locator> {
  const filters = filtersOf(page);
  if (!(await filters.isVisible())) await page.locator("button.filter-open").click();
  return filters;
}

/** Applies the filters, which closes them on phones. */
export async function showCars(page: Page): Promise<void> {
  await (await openFilters(page)).locator("button[type=submit]").click();
}

/** Acts on the filters, and closes them again if they cover the list. */
export async function inFilters(page: Page, act: (filters: Locator) => Promise<unknown>): Promise<void> {
  await act(await openFilters(page));
  const close = filtersOf(page).locator("button[popovertarget=filters][popovertargetaction=hide]");
  if (await close.isVisible()) await close.click();
}
