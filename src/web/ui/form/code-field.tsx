import type { ComponentProps, ReactNode } from "react";
import { TextField } from "./text-field.tsx";

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, "hint"> & { hint?: ReactNode };

/** A field for a code of six digits, which phones fill in by themselves. Spaces in between are fine. */
export function CodeField(props: CodeFieldProps) {
  return (
    <TextField
      {...props}
      className="control min-h-16 pl-5 text-[1.625rem] font-label tracking-[0.32em]"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={7}
      isAlert={Boolean(props.error)}
    />
  );
}

/** The typed digits without the spaces that apps show between them. */
export const digitsOf = (text: string): string => text.replace(/\s/g, "");
