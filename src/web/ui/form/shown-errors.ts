import type { Fields } from "#domain/fields/rules.ts";
import { type Errors, errorsOf, type FormRules, namesOf, type Values } from "./form-rules.ts";

/**
 * The errors that a form shows: those that it finds itself, and those that only the server knows. `turn`
 * counts how often they were told, so that being told the same again is news.
 */
export type ShownErrors<F extends Fields, Extra extends string> = {
  own: Errors<F, Extra>;
  server: Errors<F, Extra>;
  turn: number;
};

/** Errors that came with the page, sorted by who finds them. */
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
 * What is left after a field was touched: an error leaves as soon as a new look no longer finds it, and none
 * comes while somebody types. What only the server knows leaves with the first change of its field.
 */
export function stillWrong<F extends Fields, Extra extends string>(
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
