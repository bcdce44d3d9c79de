import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { changeProfile, type Profile } from "#contract/accounts.ts";
import { profileFields } from "#domain/fields/account.ts";
import { api } from "#web/api.ts";
import { m } from "#web/paraglide/messages.js";
import { authClient } from "#web/session/auth-client.ts";
import { usernameWords } from "#web/ui/form/words/credential-words.ts";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import type { FormRules } from "#web/ui/form/form-rules.ts";
import { useForm } from "#web/ui/form/use-form.ts";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { toast } from "#web/ui/toast.ts";
import { profileQuery } from "#web/accounts/queries.ts";
import { Failed } from "#web/session/states.tsx";
import { Edit, Setting } from "./setting.tsx";

/** An account without a user name may stay without one. A user name can be changed, but not removed. */
const profileRules = ({ username }: Profile): FormRules<typeof profileFields, "username_taken"> => ({
  fields: profileFields,
  check: (values) => (username && values.username === "" ? { username: "required" } : {}),
  known: ["username_taken"],
});

const own = {
  full_name: { missing: m.account_error_name },
  username: { ...usernameWords, username_taken: usernameWords.taken },
};

export function ProfileSetting({ profile }: { profile: Profile }) {
  const cache = useQueryClient();
  const edit = useRef<HTMLDetailsElement>(null);
  const { props, field, isSending, failure } = useForm({
    rules: profileRules(profile),
    id: "profile",
    words: (name, code) => errorWords(own, name, code),
    start: {
      values: { full_name: profile.full_name, username: profile.username ?? "", phone: profile.phone },
    },
    send: async ({ username, ...others }) => {
      const body = username ? { ...others, username } : others;
      try {
        const answer = await api(changeProfile, { body });
        cache.setQueryData(profileQuery.queryKey, answer);
        // The header shows the names from the session, so the session gets the new names. Sent again, both are as new.
        const { full_name, username: kept } = answer.profile;
        const { error } = await (await authClient()).updateUser({ data: { full_name, username: kept } });
        if (error) throw error;
      } catch (error) {
        toast({ title: m.account_profile_failed(), variant: "destructive" });
        throw error;
      }
      if (edit.current) edit.current.open = false;
      toast({ title: m.account_profile_saved() });
    },
  });

  return (
    <Setting id="set-profile" title={m.account_profile()}>
      <dl className="named">
        <Fact name={m.account_name()} value={profile.full_name} />
        <Fact name={m.account_username()} value={profile.username ?? ""} />
        <Fact name={m.account_phone()} value={profile.phone} />
      </dl>
      <Edit label={m.account_edit_profile()} ref={edit}>
        <form method="post" className="stack" {...props}>
          <Failed error={failure} />
          <TextField {...field("full_name")} id="profile-name" label={m.account_name()} autoComplete="name" />
          <TextField
            {...field("username")}
            label={m.account_username()}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <TextField {...field("phone")} type="tel" label={m.account_phone()} isOptional autoComplete="tel" />
          <SubmitButton className="btn btn-primary" isSending={isSending}>
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
      <dd>{value || <span className="text-ink-faint">{m.account_none()}</span>}</dd>
    </div>
  );
}
