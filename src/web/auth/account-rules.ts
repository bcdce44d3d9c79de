import { emailFields, newPasswordFields, signInFields, signUpFields } from "#domain/fields/account.ts";
import { normalPassword } from "#domain/people/credentials.ts";
import { m } from "#web/paraglide/messages.js";
import { passwordWords, usernameWords } from "#web/ui/form/words/credential-words.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import type { FormRules, Values } from "#web/ui/form/form-rules.ts";
import { toast } from "#web/ui/toast.ts";

/** Forms about accounts show one error at a time, and show it in a toast too. */
export const emailRules: FormRules<typeof emailFields> = { fields: emailFields, shows: "one" };
export const signInRules: FormRules<typeof signInFields> = { fields: signInFields, shows: "one" };
export type SignInValues = Values<typeof signInFields>;

const differ = ({ password, confirmation }: { password: string; confirmation: string }) =>
  normalPassword(password) === normalPassword(confirmation) ? {} : { confirmation: "differ" as const };

export const newPasswordRules: FormRules<typeof newPasswordFields, "differ"> = {
  fields: newPasswordFields,
  shows: "one",
  check: differ,
};

export type SignUpValues = Values<typeof signUpFields>;

/** A taken user name is an error only when all fields are right, and a missing administrator's code comes last. */
export const signUpRules = (known: {
  isTaken: boolean;
  needsCode: boolean;
}): FormRules<typeof signUpFields, "differ" | "taken"> => ({
  fields: signUpFields,
  shows: "one",
  check: (values, found) => {
    const wrong = { ...found, ...differ(values) };
    if (Object.keys(wrong).length > 0) return differ(values);
    if (known.isTaken) return { username: "taken" };
    return known.needsCode && values.adminCode === "" ? { adminCode: "missing" } : {};
  },
});

const own = {
  fullName: { missing: m.auth_error_name_required },
  username: { ...usernameWords, missing: usernameWords.required },
  email: { missing: m.auth_error_email_required, email: m.auth_error_email },
  password: { ...passwordWords, missing: m.auth_error_password_required },
  confirmation: passwordWords,
  adminCode: { missing: m.auth_error_code_required },
};

export const accountErrorWords = (name: string, code: string): string => errorWords(own, name, code);

/** Shows the one error of such a form in a toast too. */
export function toastFormError(wrong: Partial<Record<string, string>>): void {
  const [[name, code] = ["", ""]] = Object.entries(wrong);
  toast({
    title: m.auth_validation_title(),
    description: accountErrorWords(name, code ?? ""),
    variant: "destructive",
  });
}
