import type { ComponentProps } from "react";
import { m } from "#web/paraglide/messages.js";
import { TextField } from "#web/ui/form/text-field.tsx";

/** The email address of an account, which browsers keep as its user name. */
export const EmailField = (props: Omit<ComponentProps<typeof TextField>, "label">) => (
  <TextField type="email" label={m.auth_email()} autoComplete="username" autoCapitalize="none" {...props} />
);
