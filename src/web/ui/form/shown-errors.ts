import type { Fields } from "#domain/fields/rules.ts";
import { type Errors, errorsOf, type FormRules, namesOf, type Values } from "./form-rules.ts";

/**
 * The errors that a form shows: its own errors, and those that only the server knows. `turn` counts how often
 * errors were shown, so that showing the same errors again is a change.
 */
export type ShownErrors<F extends Fields, Extra extends string> = {
  own: Errors<F, Extra>;
  server: Errors<F, Extra>;
  turn: number;
};

/** Errors that came with the page, split into the form's own and the server's. */
export function shownErrors<F extends Fields, Extra extends string>(
  rules: FormRules<F, Extra>,
  values: Partial<Values<F>> | undefined,
  errors: Errors<F, Extra>,
): ShownErrors<F, Extra> {
  const whole = Object.fromEntries(namesOf(rules.fields).map((name) => [name, values?.[name] ?? ""]));
  const found = errorsOf(rules, whole as Values<F>);
  return {
    own: only(errors, (name) => found[name] === errors[name]),
    server: only(errors, (name) => found[name] !== errors[name]),
    turn: 0,
  };
}

/**
 * The errors left after a change of a field: an error goes as soon as a new check doesn't find it, and no error is
 * added while somebody types. An error that only the server knows goes with the first change of its field.
 */
export function remainingErrors<F extends Fields, Extra extends string>(
  { own, server, turn }: ShownErrors<F, Extra>,
  found: Errors<F, Extra>,
  touched: string,
): ShownErrors<F, Extra> {
  return {
    own: only(own, (name) => found[name] === own[name]),
    server: only(server, (name) => name !== touched),
    turn,
  };
}

function only<E extends object>(errors: E, isKept: (name: keyof E) => boolean): E {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => isKept(name as keyof E))) as E;
}
