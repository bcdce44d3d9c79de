import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import type { changeProfile, Profile, ProfileChange } from "#contract/accounts.ts";
import { usernameError } from "#domain/people/credentials.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { authClient } from "#web/session/auth-client.ts";
import { failureCode } from "#web/session/failure-words.ts";
import { usernameWords } from "#web/ui/form/credential-words.ts";
import { focusField, readFields } from "#web/ui/form/form-fields.ts";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { toast } from "#web/ui/toast.ts";
import { profileQuery } from "#web/accounts/queries.ts";
import { Edit, Failed, Setting } from "./setting.tsx";

export function ProfileSetting({ profile }: { profile: Profile }) {
  const cache = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const edit = useRef<HTMLDetailsElement>(null);
  const [fieldErrors, setErrors] = useState<{ full_name?: string; username?: string }>({});

  const save = useMutation({
    mutationFn: (body: ProfileChange) =>
      api<typeof changeProfile>({ method: "PUT", path: "/api/auth/v2/profile" }, { body }),
    onSuccess: async (answer) => {
      cache.setQueryData(profileQuery.queryKey, answer);
      if (edit.current) edit.current.open = false;
      toast({ title: m.account_profile_saved() });
      // The header shows the names that the session carries.
      const { full_name, username } = answer.profile;
      await (await authClient()).updateUser({ data: { full_name, username } });
    },
    onError: (error) => {
      if (failureCode(error) === "username_taken") setErrors({ username: usernameWords.taken() });
      toast({ title: m.account_profile_failed(), variant: "destructive" });
    },
  });

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || save.isPending) return;
    const typed = readFields(form.current, ["full_name", "username", "phone"]);
    const values = {
      full_name: typed.full_name.trim(),
      username: typed.username.trim(),
      phone: typed.phone.trim(),
    };
    // An account without a user name may stay so; one that has it keeps one.
    const fieldError =
      values.username === "" && !profile.username ? undefined : usernameError(values.username);
    const wrong = {
      ...(!values.full_name && { full_name: m.account_error_name() }),
      ...(fieldError && { username: usernameWords[fieldError]() }),
    };
    setErrors(wrong);
    const [first] = Object.keys(wrong);
    if (first) return focusField(form.current, first);
    const { username, ...others } = values;
    save.mutate(username ? values : others);
  };

  return (
    <Setting id="set-profile" title={m.account_profile()}>
      <dl className="facts">
        <Fact name={m.account_name()} value={profile.full_name} />
        <Fact name={m.account_username()} value={profile.username ?? ""} />
        <Fact name={m.account_phone()} value={profile.phone} />
      </dl>
      <Edit label={m.account_edit_profile()} ref={edit}>
        <form method="post" className="stack" ref={form} noValidate onSubmit={send}>
          {!fieldErrors.username && <Failed error={save.error} />}
          <TextField
            id="profile-name"
            name="full_name"
            label={m.account_name()}
            autoComplete="name"
            required
            maxLength={120}
            defaultValue={profile.full_name}
            error={fieldErrors.full_name}
            isAlert
          />
          <TextField
            id="profile-username"
            name="username"
            label={m.account_username()}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={30}
            defaultValue={profile.username ?? ""}
            error={fieldErrors.username}
            isAlert={!fieldErrors.full_name}
          />
          <TextField
            id="profile-phone"
            name="phone"
            type="tel"
            label={m.account_phone()}
            isOptional
            autoComplete="tel"
            maxLength={40}
            defaultValue={profile.phone}
          />
          <SubmitButton className="btn btn-primary" isSending={save.isPending}>
            {m.account_save()}
          </SubmitButton>
        </form>
      </Edit>
    </Setting>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value || <span className="faint">{m.account_none()}</span>}</dd>
    </div>
  );
}
