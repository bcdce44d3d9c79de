import { useQuery } from "@tanstack/react-query";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { signInSettings } from "#web/session/sign-in-settings.ts";
import { profileQuery, userQuery } from "./queries.ts";
import { DataSetting } from "./settings/data-setting.tsx";
import { DeleteSetting } from "./settings/delete-setting.tsx";
import { EmailSetting } from "./settings/email-setting.tsx";
import { LanguageSetting } from "./settings/language-setting.tsx";
import { LogOutSetting } from "./settings/log-out-setting.tsx";
import { NotificationsSetting } from "./settings/notifications-setting.tsx";
import { PasswordSetting } from "./settings/password-setting.tsx";
import { PaymentSetting } from "./settings/payment-setting.tsx";
import { ProfileSetting } from "./settings/profile-setting.tsx";
import { SecondStepSetting } from "./settings/second-step/second-step-setting.tsx";
import { SessionsSetting } from "./settings/sessions-setting.tsx";
import { Failed, Waiting } from "#web/session/states.tsx";

export const meta = () => pageMeta({ title: m.account_settings() });

/** All the settings of an account that its owner can change. */
export default function SettingsPage() {
  const { data, error } = useQuery(profileQuery);
  const user = useQuery(userQuery);
  const profile = data?.profile;
  return (
    <>
      <h1 className="h2">{m.account_settings()}</h1>
      <Failed error={error ?? user.error} title={m.account_profile_unread()} />
      {(!profile || !user.data) && !error && !user.error && <Waiting />}
      <div>
        {profile && <ProfileSetting profile={profile} />}
        <LanguageSetting />
        <PaymentSetting />
        <NotificationsSetting />
        {user.data && (
          <>
            <EmailSetting email={user.data.email} newEmail={user.data.newEmail} />
            <PasswordSetting email={user.data.email} />
            <SecondStepSetting factors={user.data.factors} />
            {signInSettings().isHosted ? <LogOutSetting /> : <SessionsSetting />}
            <DataSetting />
            <DeleteSetting email={user.data.email} />
          </>
        )}
      </div>
    </>
  );
}
