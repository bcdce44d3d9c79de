import { brandName } from "#web/layout/drawings/brand-mark.tsx";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Failed } from "#web/session/states.tsx";
import { Edit } from "#web/accounts/settings/setting.tsx";

type RecoveryCodesProps = {
  codes: string[] | undefined;
  error: unknown;
  isMaking: boolean;
  onMake: () => void;
  onDone: () => void;
};

/** Recovery codes for a user without a device at hand. They are shown once, and new codes replace the old ones. */
export function RecoveryCodes({ codes, error, isMaking, onMake, onDone }: RecoveryCodesProps) {
  if (codes) return <FreshCodes codes={codes} onDone={onDone} />;
  return (
    <div className="stack">
      <p className="small muted">{m.account_codes_text()}</p>
      <Failed error={error} />
      <Edit label={m.account_codes_make()}>
        <p className="small">{m.account_codes_ask()}</p>
        <p>
          <button
            className="btn btn-secondary btn-sm"
            type="button"
            aria-busy={isMaking || undefined}
            onClick={() => !isMaking && onMake()}
          >
            {m.account_codes_make_yes()}
          </button>
        </p>
      </Edit>
    </div>
  );
}

function FreshCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const lines = codes.join("\n");
  const download = () => {
    const address = URL.createObjectURL(
      new Blob([`${m.account_codes_file({ name: brandName() })}\n\n${lines}\n`], { type: "text/plain" }),
    );
    const link = Object.assign(document.createElement("a"), {
      href: address,
      download: "longbay-recovery-codes.txt",
    });
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <section
      className="fresh-codes grid grid-cols-1 gap-5 p-5 border border-line rounded-lg bg-surface"
      aria-labelledby="codes-title"
    >
      <h4
        className="text-base/[1.625rem] font-title outline-none"
        id="codes-title"
        tabIndex={-1}
        ref={(title) => title?.focus()}
      >
        {m.account_codes_title()}
      </h4>
      <p className="small muted">{m.account_codes_once()}</p>
      <ul
        className="grid grid-cols-2 gap-x-6 gap-y-0.5 rounded-lg bg-sunken px-5 py-4.5 font-mono text-[1rem]/[2] whitespace-nowrap max-[30rem]:px-4 max-[30rem]:text-sm/[2]"
        translate="no"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="acts">
        <CopyButton text={lines} label={m.account_copy()} />
        <button className="btn btn-secondary btn-sm" type="button" onClick={download}>
          <Icon name="down" />
          {m.account_download()}
        </button>
        <button className="btn btn-secondary btn-sm" type="button" onClick={() => window.print()}>
          <Icon name="print" />
          {m.account_print()}
        </button>
      </div>
      <p>
        <button className="btn btn-primary btn-sm" type="button" onClick={onDone}>
          {m.account_codes_kept()}
        </button>
      </p>
    </section>
  );
}
