import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { m } from "#web/paraglide/messages.js";
import { FieldNote } from "#web/ui/form/text-field.tsx";
import { showWholeMoney } from "#web/ui/format/money.ts";
import {
  moveThumb,
  type PriceError,
  type Prices,
  priceStep,
  thumbsFor,
  type TypedPrices,
  typedFor,
} from "./prices.ts";
import styles from "./price-range.module.css";

type PriceRangeProps = {
  typed: TypedPrices;
  bounds: Prices | undefined;
  error: PriceError | undefined;
  /** Called when the prices have changed. They may go on changing. */
  onChanged: () => void;
};

/** The price range for a month: two text boxes, and above them a slider with two thumbs for the same values. */
export function PriceRange({ typed: { minPrice, maxPrice }, bounds, error, onChanged }: PriceRangeProps) {
  const field = useRef<HTMLFieldSetElement>(null);
  const low = useRef<HTMLInputElement>(null);
  const high = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(() => bounds && thumbsFor({ minPrice, maxPrice }, bounds));
  const isFirst = useRef(true);
  const show = (prices: Prices) => {
    setThumb(low, prices.low);
    setThumb(high, prices.high);
    setShown(prices);
  };

  // Runs with every answer. By then, the boxes hold the prices for the slider.
  useEffect(() => {
    const boxes = field.current && boxesIn(field.current);
    if (bounds && boxes && !isFirst.current) show(thumbsFor(typedIn(boxes), bounds));
    isFirst.current = false;
  }, [bounds]);

  // React's change event comes with every letter. The browser's own event comes once the price is entered.
  const changed = useRef(onChanged);
  useEffect(() => {
    changed.current = onChanged;
  }, [onChanged]);
  useEffect(() => {
    const element = field.current;
    const onChange = () => changed.current();
    element?.addEventListener("change", onChange);
    return () => element?.removeEventListener("change", onChange);
  }, []);

  const onInput = ({ target }: FormEvent) => {
    const boxes = field.current && boxesIn(field.current);
    if (!bounds || !shown || !boxes || !(target instanceof HTMLInputElement)) return;
    if (target.type !== "range") {
      show(thumbsFor(typedIn(boxes), bounds));
      return;
    }
    const prices = moveThumb(shown, target === low.current ? "low" : "high", target.valueAsNumber);
    const typed = typedFor(prices, bounds);
    // The other box stays as it was typed.
    if (target === low.current) boxes.minPrice.value = typed.minPrice;
    else boxes.maxPrice.value = typed.maxPrice;
    show(prices);
    // The browser fires no change event for a thumb that the other thumb holds back.
    onChanged();
  };
  const box = (name: keyof TypedPrices, label: string) => (
    <div className="field">
      <label htmlFor={`filter-${name}`}>{label}</label>
      <input
        className="control"
        id={`filter-${name}`}
        name={name}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        defaultValue={name === "minPrice" ? minPrice : maxPrice}
        placeholder={bounds && String(name === "minPrice" ? bounds.low : bounds.high)}
        {...(error?.field === name && { "aria-invalid": true, "aria-describedby": "filter-price-error" })}
      />
    </div>
  );
  const words = error && (error.error === "amount" ? m.cars_price_wrong() : m.cars_price_reversed());
  return (
    <fieldset className="grid gap-3" ref={field} onInput={onInput}>
      <legend className="label mb-1">{m.cars_price_legend()}</legend>
      {bounds && shown && (
        <div className={`${styles.slider} grid items-center h-11 noscript:hidden`}>
          <Track bounds={bounds} shown={shown} />
          {(["low", "high"] as const).map((thumb) => (
            <input
              key={thumb}
              ref={thumb === "low" ? low : high}
              type="range"
              aria-label={thumb === "low" ? m.cars_price_low() : m.cars_price_high()}
              aria-valuetext={showWholeMoney(String(shown[thumb]))}
              min={bounds.low}
              max={bounds.high}
              step={priceStep}
              defaultValue={thumbsFor({ minPrice, maxPrice }, bounds)[thumb]}
              // When both thumbs are at the upper end, only the lower thumb can move, so it is on top.
              data-above={thumb === "low" && shown.low > (bounds.low + bounds.high) / 2 ? "" : undefined}
            />
          ))}
        </div>
      )}
      <div className="pairs">
        {box("minPrice", m.search_min_price())}
        {box("maxPrice", m.search_max_price())}
      </div>
      <FieldNote id="filter-price" error={words} isAlert />
    </fieldset>
  );
}

function Track({ bounds, shown }: { bounds: Prices; shown: Prices }) {
  const share = (price: number) => (100 * (price - bounds.low)) / (bounds.high - bounds.low);
  // The track ends at the middle of each thumb.
  return (
    <svg
      className="w-[calc(100%-1.75rem)] h-1.25 mx-3.5 rounded-full overflow-hidden fill-line"
      aria-hidden="true"
      focusable="false"
    >
      <rect width="100%" height="100%" />
      <rect
        className="fill-ink"
        x={`${share(shown.low)}%`}
        width={`${share(shown.high) - share(shown.low)}%`}
        height="100%"
      />
    </svg>
  );
}

function setThumb(thumb: RefObject<HTMLInputElement | null>, price: number): void {
  if (thumb.current) thumb.current.value = String(price);
}

const typedIn = ({ minPrice, maxPrice }: Record<keyof TypedPrices, HTMLInputElement>): TypedPrices => ({
  minPrice: minPrice.value,
  maxPrice: maxPrice.value,
});

function boxesIn(field: HTMLFieldSetElement): Record<keyof TypedPrices, HTMLInputElement> | undefined {
  const [minPrice, maxPrice] = ["minPrice", "maxPrice"].map((name) => field.elements.namedItem(name));
  return minPrice instanceof HTMLInputElement && maxPrice instanceof HTMLInputElement
    ? { minPrice, maxPrice }
    : undefined;
}
