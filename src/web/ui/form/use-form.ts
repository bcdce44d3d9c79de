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
import { type ShownErrors, remainingErrors, shownErrors } from "./shown-errors.ts";
import { restoreDraft } from "./use-draft.ts";

type FormOptions<F extends Fields, Extra extends string> = {
  rules: FormRules<F, Extra>;
  /** The ids of the form's fields begin with it. */
  id: string;
  words: (name: NameOf<F>, code: CodeOf<F, NoInfer<Extra>>) => string;
  /** What the page came with: first values, or the answer to a post without script. */
  start?: { values?: Partial<Values<F>>; errors?: Errors<F, NoInfer<Extra>> } | undefined;
  /** Values remembered elsewhere, for empty fields. A draft wins over them. */
  remembered?: () => Partial<Values<F>>;
  /** Gets the values of the form, first when the form is ready and then after every change. */
  onWatch?: (values: Values<F>) => void;
  /** Called with the errors that the form finds before it sends anything. */
  onWrong?: (errors: Errors<F, NoInfer<Extra>>) => void;
  /** Sends valid values. Returns errors that the server found; anything it throws is the form's failure. */
  send: (values: Values<F>, form: HTMLFormElement) => Promise<Errors<F, NoInfer<Extra>> | void> | void;
  /** Called for a failure that concerns no single field. */
  onFailed?: (error: unknown) => void;
};

/** The result of `useForm`. */
export type Form<F extends Fields, Extra extends string = never> = ReturnType<typeof useForm<F, Extra>>;

/**
 * A form's state. The typed text lives in the inputs, which may have text before React starts. This hook reads the
 * values, marks errors, focuses the first one, sends once, and puts a draft back.
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
    if (hasErrors(errors)) setShown((now) => remainingErrors(now, errorsOf(rules, values), touched));
    onWatch?.(values);
  };

  useEffect(() => {
    if (!ref.current) return;
    // This is read before the draft comes back, because a restored draft is remembered like typing. A draft wins.
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

  /** The props of an input of this form. */
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
    /** Marks only these fields, each until it is changed: for errors found without sending the form. */
    mark: (wrong: Errors<F, Extra>) => show({ server: wrong }),
    read: () => ref.current && readForm(rules.fields, ref.current),
    forgetFailure: () => setFailure(undefined),
  };
}
