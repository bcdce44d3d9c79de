import { Link } from "react-router";
import type { CategoryCount } from "#contract/cars.ts";
import type { Category, CategoryIcon } from "#domain/cars/cars.ts";
import { m } from "#web/paraglide/messages.js";
import { listAddress, type ListQuery } from "./list-query.ts";
import { categoryWord } from "#web/cars/vocabulary.ts";
import type { ShownBrand } from "./load-list.ts";

const sedan = "M2 20c-1-6 1-8 8-9l7-1c5-5 10-7 15-7s11 2 15 7l6 1c6 1 7 3 7 9";
const truck = "M2 20v-8h23V4h9c5 0 8 3 11 8l10 1c4 1 4 3 4 7";
const van = "M3 20V9c1-4 4-6 9-6h20c8 0 13 4 17 9 6 1 8 2 8 8";
const outlineOfIcon: Record<CategoryIcon, string> = { car: sedan, truck, "shuttle-van": van };
/** Categories with a drawing of their own. The others show their icon. */
const outlines: Partial<Record<Category, string>> = {
  Compact: "M4 20c-2-6 0-9 6-10l5-1c5-5 9-6 16-6h5c5 0 9 3 12 8 6 1 8 3 8 9",
  SUV: "M3 20v-7c0-2 2-3 6-4l5-6h26c5 0 8 4 10 7 6 1 8 3 8 10",
  Electric: "M2 20c-1-6 2-9 9-10 6-5 12-7 20-7s15 3 20 8c6 1 9 3 8 9M34 5l-6 7h6l-2 6",
  Luxury: "M1 20c-1-5 1-8 8-9l8-1c5-5 10-6 15-6s10 1 15 6l8 1c6 1 7 3 6 9M18 14h26",
};

/** Links that set a category and, pressed again, take it away. */
export function CategoryTiles({ categories, filters }: { categories: CategoryCount[]; filters: ListQuery }) {
  return (
    <nav className="mt-5 mb-3 max-md:mt-2 max-md:mb-0" aria-label={m.cars_categories()}>
      <ul className="tiles gap-3 max-lg:gap-2 md:grid md:grid-cols-7">
        {categories.map(({ id, name, icon, count }) => {
          const isChosen = filters.category.toLowerCase() === name.toLowerCase();
          return (
            <li className="max-md:flex-[0_0_6.75rem]" key={id}>
              <Link
                className="tile grid grid-cols-[1fr_auto] items-end gap-2 size-full p-4 text-sm/[1.2] no-underline max-md:px-3 max-md:py-2"
                to={listAddress(filters, { category: isChosen ? "" : name })}
                aria-current={isChosen || undefined}
                preventScrollReset
              >
                <svg
                  className="i col-span-full w-15.5 h-auto mb-1.5 max-md:w-11 max-md:mb-0"
                  viewBox="0 0 62 28"
                  aria-hidden="true"
                  focusable="false"
                >
                  <path d={outlines[name] ?? outlineOfIcon[icon]} />
                  <path d="M21 20h20M1 20h7m45 0h6M10.5 21a4.5 4.5 0 1 0 9 0 4.5 4.5 0 1 0-9 0m32 0a4.5 4.5 0 1 0 9 0 4.5 4.5 0 1 0-9 0" />
                </svg>
                <b className="font-label">{categoryWord(name)}</b>
                <span className="text-xs/[inherit]">{count}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Links that set a brand and, pressed again, take it away. The brand with the most cars comes first. */
export function BrandTiles({ brands, filters }: { brands: ShownBrand[]; filters: ListQuery }) {
  return (
    <nav className="my-3 max-md:mt-1.5 max-md:mb-0" aria-label={m.cars_brands()}>
      <ul className="chips brands">
        {brands
          .toSorted((a, b) => b.count - a.count)
          .map(({ id, name, label, count }) => {
            const isChosen = filters.brand.toLowerCase() === name.toLowerCase();
            return (
              <li key={id}>
                <Link
                  className="chip"
                  to={listAddress(filters, { brand: isChosen ? "" : name })}
                  aria-current={isChosen || undefined}
                  preventScrollReset
                >
                  {label} <span>{count}</span>
                </Link>
              </li>
            );
          })}
      </ul>
    </nav>
  );
}
