import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigate, useNavigationType } from "react-router";
import type { IsoDate } from "#domain/dates.ts";
import { address } from "#web/cars/address.ts";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { listAddress, type ListQuery, readListQuery } from "./list-query.ts";
import { plainPrice, type PriceError, priceError } from "./prices.ts";

/** Milliseconds after the last change of a price before the search starts. */
const rest = 400;
/** The mark of an address that the form itself has opened. */
const fromForm = "filters";

type Field = HTMLInputElement | HTMLSelectElement;
const isField = (element: unknown): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement;

/**
 * The list's form. It searches by its fields, and its fields follow the address. A field with `data-at-once`
 * searches as soon as it changes. Some fields are outside of the form, so `heard` belongs on an element around all
 * of them.
 */
export function useListForm(filters: ListQuery, firstDay: IsoDate) {
  const form = useRef<HTMLFormElement>(null);
  const { search, state } = useLocation();
  const kind = useNavigationType();
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The fields that the user has changed since the last search. A late answer must not undo these changes. */
  const typed = useRef(new Set<EventTarget>());
  const seen = useRef(search);
  const [wrong, setWrong] = useState<{ search: string; error: PriceError | undefined }>();
  useDraft(form);

  useEffect(() => () => clearTimeout(timer.current), []);
  useLayoutEffect(() => {
    if (seen.current === search) return;
    seen.current = search;
    const isBack = kind === NavigationType.Pop;
    // After a search by the form itself, its fields are right already, and may have changed further since.
    if (state === fromForm && !isBack) return;
    if (isBack) typed.current.clear();
    const query = readListQuery(filters.path, new URLSearchParams(search), firstDay);
    for (const field of form.current?.elements ?? [])
      if (isField(field) && field.name && !typed.current.has(field)) setField(field, query);
  }, [filters.path, kind, search, state, firstDay]);

  /** Searches by the form's fields, or returns the error of its prices. */
  const ask = (): PriceError | undefined => {
    clearTimeout(timer.current);
    if (!form.current) return undefined;
    const words = wordsOf(form.current);
    const error = priceError({ minPrice: words.minPrice ?? "", maxPrice: words.maxPrice ?? "" });
    setWrong({ search, error });
    if (error) return error;
    typed.current.clear();
    const to = listAddress(readListQuery(filters.path, new URLSearchParams(words), firstDay));
    if (to !== address(filters.path, Object.fromEntries(new URLSearchParams(search))))
      void navigate(to, { preventScrollReset: true, state: fromForm });
    return undefined;
  };

  return {
    form,
    ask,
    askSoon: () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(ask, rest);
    },
    wrongPrice: wrong?.search === search ? wrong.error : priceError(filters),
    heard: {
      onInput: ({ target }: FormEvent) => typed.current.add(target),
      onChange: ({ target }: FormEvent) => {
        if (isField(target) && target.form === form.current && target.dataset.atOnce !== undefined) ask();
      },
    },
  };
}

function wordsOf(form: HTMLFormElement): Record<string, string> {
  const words = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" && value !== ""
      ? [[name, name.endsWith("Price") ? plainPrice(value) : value]]
      : [],
  );
  return Object.fromEntries(words) as Record<string, string>;
}

function setField(field: Field, { dates, ...words }: ListQuery): void {
  const said: Record<string, string> = { ...words, ...dates.typed };
  const value = said[field.name] ?? "";
  if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = value === field.value;
  else if (field.type !== "hidden") field.value = value;
  if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.selectedIndex = 0;
}
