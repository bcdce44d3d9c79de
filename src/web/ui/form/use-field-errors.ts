import { useState } from "react";

type Errors<Name extends string, Code> = Partial<Record<Name, Code>>;

/**
 * The errors of a form's fields, first as `given` (a new object each time). An error goes as soon as a new check
 * doesn't find it, and no error is added while somebody types.
 */
export function useFieldErrors<Name extends string, Code extends string>(
  given: Errors<Name, Code> | undefined,
) {
  const [state, setState] = useState({ shown: given, errors: given ?? {} });
  const errors: Errors<Name, Code> = state.shown === given ? state.errors : (given ?? {});

  const recheck = (now: Errors<Name, Code>) => {
    const next = errorsLeft(errors, now);
    if (Object.keys(next).length < Object.keys(errors).length) setState({ shown: given, errors: next });
  };
  return { errors, recheck };
}

export function errorsLeft<Name extends string, Code extends string>(
  shown: Errors<Name, Code>,
  now: Errors<Name, Code>,
): Errors<Name, Code> {
  const left = (Object.entries(shown) as [Name, Code][]).filter(([name, code]) => now[name] === code);
  return Object.fromEntries(left) as Errors<Name, Code>;
}
