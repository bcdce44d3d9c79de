import type { ComponentProps, ReactNode } from "react";
import { TextField } from "./text-field.tsx";

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, "hint"> & { hint?: ReactNode };

/** Six digits with what a paste brings along: spaces, dashes and invisible characters. */
const longestPaste = 20;

/** A field for a code of six digits, which phones fill in by themselves. Read it with `plainCode`. */
export function CodeField(props: CodeFieldProps) {
  return (
    <TextField
      {...props}
      className="control min-h-16 pl-5 text-[1.625rem] font-label tracking-[0.32em]"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={longestPaste}
      isAlert={Boolean(props.error)}
    />
  );
}
