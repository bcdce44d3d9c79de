import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useRef } from "react";
import { useRevalidator } from "react-router";
import { type BusinessSettingsShown, saveSettings } from "#contract/admin/settings.ts";
import { settingFields as fields } from "#domain/fields/settings.ts";
import { type SettingName, settingNames } from "#domain/site/business-settings.ts";
import { api } from "#web/api.ts";
import { settingErrors, settingHints, settingWords } from "#web/admin/words/setting-words.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { failureCode } from "#web/session/failure-words.ts";
import { Failed } from "#web/session/states.tsx";
import { UnsavedEdits } from "#web/ui/dialog/unsaved-edits.tsx";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { TextAreaField } from "#web/ui/form/text-area-field.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { settingsQuery } from "./queries.ts";
import { TaxRatesField } from "./tax-rates-field.tsx";
import { readTypedTaxes, writeTypedTaxes } from "./typed-taxes.ts";

type ShownSetting = BusinessSettingsShown["settings"][number];

/** A value as this form would write it: an empty list of taxes becomes "". */
function asWritten(name: SettingName, value: string): string {
  if (name !== "taxRates") return value;
  const taxes = readTypedTaxes(value);
  return taxes.length > 0 ? writeTypedTaxes(taxes) : value === "[]" ? "" : value;
}

/** All settings of the business; the form sends only the changed ones. */
export function SettingsForm({ shown }: { shown: BusinessSettingsShown }) {
  const cache = useQueryClient();
  const { revalidate } = useRevalidator();
  const isSaved = useRef(false);
  const settingOf = (name: SettingName): ShownSetting | undefined =>
    shown.settings.find((one) => one.name === name);
  const changedIn = (values: Record<SettingName, string>) =>
    settingNames.filter((name) => {
      const setting = settingOf(name);
      return (
        setting &&
        !setting.isFromEnvironment &&
        asWritten(name, values[name]) !== asWritten(name, setting.value)
      );
    });

  const { props, field, read, isSending, failure } = useForm({
    rules: { fields },
    id: "settings",
    words: (name) => settingErrors[name](),
    start: {
      values: Object.fromEntries(shown.settings.map(({ name, value }) => [name, value])),
    },
    send: async (values) => {
      const changed = changedIn(values);
      if (changed.length === 0) {
        toast({ title: m.settings_nothing_changed() });
        return;
      }
      const body = {
        values: Object.fromEntries(changed.map((name) => [name, asWritten(name, values[name])])),
      };
      const saved = await api(saveSettings, { body, seen: shown.version });
      isSaved.current = true;
      cache.setQueryData(settingsQuery.queryKey, saved);
      toast({ title: m.settings_saved(), description: m.settings_saved_text() });
      // The foot of this page shows the business's phone and email.
      await revalidate();
    },
  });
  const isDirty = useCallback(() => {
    const values = read();
    return !isSaved.current && values !== null && changedIn(values).length > 0;
    // oxlint-disable-next-line react/exhaustive-deps -- the form is another one for another version
  }, []);

  /** The props of a setting's input. A setting from the environment is read only, and says so. */
  const setting = (name: SettingName) => {
    const { isFromEnvironment = false, variable = "", usual = "" } = settingOf(name) ?? {};
    const hint = settingHints[name]?.();
    return {
      ...field(name),
      label: settingWords[name](),
      readOnly: isFromEnvironment,
      hint: isFromEnvironment ? m.settings_from_environment({ variable }) : hintWith(name, usual, hint),
    };
  };

  return (
    <form className="grid grid-cols-1 gap-8 max-w-168" {...props}>
      <UnsavedEdits isDirty={isDirty} />
      <Part id="settings-who" title={m.settings_who()} lead={m.settings_who_lead()}>
        <TextField {...setting("legalName")} autoComplete="organization" />
        <TextField {...setting("legalAddress")} autoComplete="street-address" />
        <TextField {...setting("taxNumber")} autoComplete="off" />
      </Part>
      <Part id="settings-reach" title={m.settings_reach()}>
        <TextField {...setting("contactPhone")} type="tel" autoComplete="tel" />
        <TextField {...setting("contactEmail")} type="email" autoComplete="email" />
        <TextField {...setting("businessHours")} autoComplete="off" spellCheck={false} />
        <TextField {...setting("deskEmail")} type="email" autoComplete="off" />
      </Part>
      <Part id="settings-pay" title={m.settings_pay()} lead={m.settings_pay_lead()}>
        <TextAreaField {...setting("paymentInstructions")} rows={4} />
        <TextAreaField {...setting("paymentInstructionsZh")} rows={4} />
      </Part>
      <Part id="settings-taxes" title={m.settings_taxes()} lead={m.settings_taxes_lead()}>
        <TaxRatesField {...setting("taxRates")} />
      </Part>
      <Part id="settings-hosts" title={m.settings_hosts()} lead={m.settings_hosts_lead()}>
        <TextField {...setting("hostShare")} inputMode="numeric" autoComplete="off" />
        <TextField {...setting("hostHoldDays")} inputMode="numeric" autoComplete="off" />
      </Part>
      {failureCode(failure) === "stale" ? <Stale /> : <Failed error={failure} />}
      <SubmitButton className="btn btn-primary justify-self-start" isSending={isSending}>
        {m.settings_save()}
      </SubmitButton>
    </form>
  );
}

/** Somebody else has saved the settings meanwhile: this page loads them. */
function Stale() {
  const cache = useQueryClient();
  return (
    <Notice kind="warn" isAlert>
      <p>{m.settings_stale()}</p>
      <button
        className="btn btn-secondary btn-sm mt-2"
        type="button"
        onClick={() => void makeStale(cache, settingsQuery)}
      >
        {m.settings_stale_load()}
      </button>
    </Notice>
  );
}

/** Settings whose usual value is only an example that reaches nobody: their hint says so. */
const examples = new Set<SettingName>(["contactPhone", "contactEmail", "deskEmail"]);

function hintWith(name: SettingName, usual: string, hint: string | undefined): string | undefined {
  if (usual === "" || name === "taxRates") return hint;
  const said = examples.has(name) ? m.settings_usual_example({ usual }) : m.settings_usual({ usual });
  return hint ? m.settings_hint_and_usual({ hint, usual: said }) : said;
}

type PartProps = { id: string; title: string; lead?: string; children: ReactNode };

const Part = ({ id, title, lead, children }: PartProps) => (
  <section className="stack" aria-labelledby={id}>
    <div>
      <h2 className="h3" id={id}>
        {title}
      </h2>
      {lead && <p className="muted text-sm">{lead}</p>}
    </div>
    {children}
  </section>
);
