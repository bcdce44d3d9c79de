import { useState } from "react";

type Errors<Name extends string, Code> = Partial<Record<Name, Code>>;

/**
 * What is wrong with a form's fields, from what it was last given (`given`, a new object each time) until each
 * field is right: an error leaves as soon as a new look no longer finds it, and none comes while somebody
 * types. What only the server knows (`fromServer`) leaves with the first change of its field.
 */
export function useFieldErrors<Name extends string, Code extends string>(
  given: Errors<Name, Code> | undefined,
  fromServer: readonly Code[] = [],
) {
  const [state, setState] = useState({ shown: given, errors: given ?? {} });
  const errors: Errors<Name, Code> = state.shown === given ? state.errors : (given ?? {});

  const recheck = (now: Errors<Name, Code>, touched: string) => {
    const next = errorsLeft(errors, now, touched, fromServer);
    if (Object.keys(next).length < Object.keys(errors).length) setState({ shown: given, errors: next });
  };
  return { errors, recheck };
}

export function errorsLeft<Name extends string, Code extends string>(
  shown: Errors<Name, Code>,
  now: Errors<Name, Code>,
  touched: string,
  fromServer: readonly Code[],
): Errors<Name, Code> {
  const left = (Object.entries(shown) as [Name, Code][]).filter(
    ([name, code]) => now[name] === code || (name !== touched && fromServer.includes(code)),
  );
  return Object.fromEntries(left) as Errors<Name, Code>;
}
