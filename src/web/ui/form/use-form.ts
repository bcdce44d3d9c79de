import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Fields } from "#domain/fields/rules.ts";
import { fillGaps, focusFirst } from "./form-elements.ts";
import {
  type CodeOf,
  type Errors,
  errorsOf,
  firstOf,
  type FormRules,
  hasErrors,
  type NameOf,
  readForm,
  refusedFields,
  type Values,
} from "./form-rules.ts";
import { type ShownErrors, stillWrong, shownErrors } from "./shown-errors.ts";
import { restoreDraft } from "./use-draft.ts";

type FormOptions<F extends Fields, Extra extends string> = {
  rules: FormRules<F, Extra>;
  /** Begins the ids of its fields. */
  id: string;
  words: (name: NameOf<F>, code: CodeOf<F, NoInfer<Extra>>) => string;
  /** What the page came with: values to begin with, or the answer to a post without script. */
  start?: { values?: Partial<Values<F>>; errors?: Errors<F, NoInfer<Extra>> } | undefined;
  /** What is remembered elsewhere, for fields that are empty. A draft wins. */
  remembered?: () => Partial<Values<F>>;
  /** Gets the values of the form, first when the form is ready and then after every change. */
  onWatch?: (values: Values<F>) => void;
  /** Hears of errors that were found before anything was sent. */
  onWrong?: (errors: Errors<F, NoInfer<Extra>>) => void;
  /** Sends valid values. Returns errors that the server found; anything it throws is the form's failure. */
  send: (values: Values<F>, form: HTMLFormElement) => Promise<Errors<F, NoInfer<Extra>> | void> | void;
  /** Hears of a failure that no field is to blame for. */
  onFailed?: (error: unknown) => void;
};

/** What `useForm` gives. */
export type Form<F extends Fields, Extra extends string = never> = ReturnType<typeof useForm<F, Extra>>;

/**
 * A form's state. What is typed lives in the inputs, which may hold something before React wakes up: this
 * reads, marks, leads to what is wrong, sends once, and puts back what was typed.
 */
export function useForm<F extends Fields, Extra extends string = never>(options: FormOptions<F, Extra>) {
  const { rules, id, words, start, remembered, onWatch, onWrong, send, onFailed } = options;
  const ref = useRef<HTMLFormElement>(null);
  const isUnderWay = useRef(false);
  const [shown, setShown] = useState(() => shownErrors(rules, start?.values, start?.errors ?? {}));
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const errors: Errors<F, Extra> = { ...shown.own, ...shown.server };
  const first = firstOf(rules.fields, errors);

  const show = (state: Partial<Omit<ShownErrors<F, Extra>, "turn">>) =>
    setShown(({ turn }) => ({ own: {}, server: {}, ...state, turn: turn + 1 }));
  const watch = (event?: FormEvent) => {
    if (!ref.current) return;
    const values = readForm(rules.fields, ref.current);
    const touched = event?.target instanceof Element ? (event.target.getAttribute("name") ?? "") : "";
    if (hasErrors(errors)) setShown((now) => stillWrong(now, errorsOf(rules, values), touched));
    onWatch?.(values);
  };

  useEffect(() => {
    if (!ref.current) return;
    // Read before the draft comes back, which is heard and remembered like typing; a draft wins.
    const elsewhere = remembered?.() ?? {};
    restoreDraft(ref.current);
    fillGaps(ref.current, elsewhere);
    watch();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the form is there
  }, []);
  useEffect(() => {
    if (ref.current) focusFirst(ref.current, Object.keys(errors));
    // oxlint-disable-next-line react/exhaustive-deps -- when errors are told, not when one is mended
  }, [shown.turn]);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const form = ref.current;
    if (!form || isUnderWay.current) return;
    const values = readForm(rules.fields, form);
    const wrong = errorsOf(rules, values);
    show({ own: wrong });
    setFailure(undefined);
    if (hasErrors(wrong)) return onWrong?.(wrong);
    isUnderWay.current = true;
    setSending(true);
    try {
      const refused = await send(values, form);
      if (refused && hasErrors(refused)) show({ server: refused });
    } catch (error) {
      const refused = refusedFields(rules, error);
      if (hasErrors(refused)) show({ server: refused });
      else {
        setFailure(error);
        onFailed?.(error);
      }
    } finally {
      isUnderWay.current = false;
      setSending(false);
    }
  };

  /** What an input of this form carries. */
  const field = (name: NameOf<F>) => {
    const { isRequired, longest } = rules.fields[name] ?? {};
    const code = errors[name];
    return {
      id: `${id}-${name}`,
      name,
      defaultValue: start?.values?.[name],
      required: isRequired || undefined,
      maxLength: longest,
      error: code && words(name, code),
      isAlert: first === name,
    };
  };

  return {
    ref,
    /** For the form itself. */
    props: { ref, noValidate: true, onInput: watch, onSubmit: (event: FormEvent) => void onSubmit(event) },
    field,
    errors,
    isSending,
    failure,
    watch,
    /** Marks these fields alone, each until it is changed: for what is found wrong outside of sending. */
    mark: (wrong: Errors<F, Extra>) => show({ server: wrong }),
    read: () => ref.current && readForm(rules.fields, ref.current),
    forgetFailure: () => setFailure(undefined),
  };
}
