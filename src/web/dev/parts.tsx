import type { ReactNode } from "react";
import { orderStatuses } from "#domain/orders/lifecycle.ts";
import { Carousel } from "#web/ui/carousel.tsx";
import { CodeField } from "#web/ui/form/code-field.tsx";
import { describedBy, Field, SelectFrame } from "#web/ui/form/field.tsx";
import { Icon, iconNames } from "#web/ui/icon.tsx";
import { LinkedWords } from "#web/ui/linked-words.tsx";
import { Notice, type NoticeKind } from "#web/ui/notice.tsx";
import { PasswordField } from "#web/ui/form/password-field.tsx";
import { PriceLines } from "#web/ui/price-lines.tsx";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { toast } from "#web/ui/toast.ts";
import { useSlides } from "#web/ui/use-slides.ts";
import { words } from "./words.ts";

const colours = [
  "bg-fog",
  "bg-surface",
  "bg-sunken",
  "bg-ink text-fog",
  "bg-bridge text-on-bridge",
  "bg-bridge-wash",
  "bg-water",
  "bg-water-deep",
  "bg-hill",
  "bg-hill-deep",
  "bg-good-wash",
  "bg-warn-wash",
  "bg-bad-wash",
  "bg-info-wash",
];
const sizes = ["text-3xl", "text-2xl", "text-xl", "text-lg", "text-base", "text-sm", "text-xs"];
const tiles = "grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2 text-xs";
const row = "flex flex-wrap gap-x-4 gap-y-3 items-center";
const kinds: NoticeKind[] = ["info", "good", "warn", "bad"];
const price = {
  lines: [
    { kind: "rental" as const, amount: "1895.70" },
    { kind: "duration_discount" as const, amount: "-94.79" },
    { kind: "promo" as const, amount: "-20.00" },
  ],
  fees: "0.00",
  taxes: "0.00",
  total: "1780.91",
  days: 89,
  months: 3,
  discountPercent: 5,
};

/** The parts once. `id` keeps the fields of two copies apart. */
// oxlint-disable-next-line max-lines-per-function -- a catalogue of parts, one after the other
export function Parts({ id }: { id: string }) {
  const slides = useSlides(3);
  return (
    <>
      <Part title={words.colours}>
        <ul className={tiles}>
          {colours.map((colour) => (
            <li key={colour} className={`px-2 pt-5 pb-1.5 border border-line rounded-sm ${colour}`}>
              {colour.slice(3).split(" ")[0]}
            </li>
          ))}
        </ul>
      </Part>
      <Part title={words.type}>
        {sizes.map((size) => (
          <p key={size} className={size}>
            {words.sample}
          </p>
        ))}
        <p lang="zh">{words.sampleHan}</p>
        <p>
          <LinkedWords text={words.linked} />
        </p>
      </Part>
      <Part title={words.buttons}>
        {["btn-primary", "btn-secondary", "btn-quiet", "btn-danger"].map((kind) => (
          <div className={row} key={kind}>
            <button className={`btn ${kind}`} type="button">
              {words.press}
            </button>
            <button className={`btn ${kind}`} type="button" disabled>
              {words.disabled}
            </button>
            <button className={`btn ${kind} btn-sm`} type="button" aria-busy="true">
              <span className="moon-spin" aria-hidden="true" />
              {words.busy}
            </button>
            <button className={`btn ${kind} btn-icon`} type="button" aria-label={words.press}>
              <Icon name="close" />
            </button>
          </div>
        ))}
        <SubmitButton isSending={false}>{words.submit}</SubmitButton>
        <p className="chips">
          <button className="chip" type="button" aria-pressed="true">
            {words.chosen}
          </button>
          <button className="chip" type="button" aria-pressed="false">
            {words.other}
          </button>
        </p>
      </Part>
      <Part title={words.fields}>
        <TextField id={`${id}-text`} label={words.label} hint={words.hint} isOptional />
        <TextField id={`${id}-wrong`} label={words.label} defaultValue={words.typed} error={words.error} />
        <TextField id={`${id}-off`} label={words.label} defaultValue={words.typed} disabled />
        <TextField id={`${id}-read`} label={words.label} defaultValue={words.typed} readOnly />
        <TextField id={`${id}-date`} label={words.date} type="date" />
        <PasswordField id={`${id}-password`} label={words.password} autoComplete="off" />
        <CodeField id={`${id}-code`} label={words.code} />
        <Field id={`${id}-select`} label={words.choice}>
          <SelectFrame>
            <select className="control" id={`${id}-select`}>
              <option>{words.chosen}</option>
              <option>{words.other}</option>
            </select>
          </SelectFrame>
        </Field>
        <Field id={`${id}-area`} label={words.text} error={words.error}>
          <textarea className="control" id={`${id}-area`} {...describedBy(`${id}-area`, words.error)} />
        </Field>
        {(["checkbox", "radio"] as const).map((type) => (
          <div className={row} key={type}>
            {[words.chosen, words.other, words.disabled].map((label, place) => (
              <label className="choice" key={label}>
                <input
                  type={type}
                  name={`${id}-${type}`}
                  defaultChecked={place === 0}
                  disabled={place === 2}
                />
                {label}
              </label>
            ))}
          </div>
        ))}
      </Part>
      <Part title={words.said}>
        {kinds.map((kind) => (
          <Notice key={kind} kind={kind}>
            {words.notice}
          </Notice>
        ))}
        <p className={row}>
          {orderStatuses.map((status) => (
            <span className={`badge badge-${status}`} key={status}>
              {status.replace("_", " ")}
            </span>
          ))}
          {["plain", "good", "bad", "bridge"].map((kind) => (
            <span className={`badge badge-${kind}`} key={kind}>
              {kind}
            </span>
          ))}
        </p>
        <p className={row}>
          <button
            className="btn btn-secondary"
            type="button"
            onClick={() => toast({ title: words.toast, description: words.notice })}
          >
            {words.showToast}
          </button>
          <button
            className="btn btn-secondary"
            type="button"
            onClick={() => toast({ title: words.toast, description: words.notice, variant: "destructive" })}
          >
            {words.showBadToast}
          </button>
        </p>
        <div className="toast">
          <Icon name="check" />
          <div>
            <b>{words.toast}</b>
            <p>{words.notice}</p>
          </div>
        </div>
        <div className="toast toast-bad">
          <Icon name="alert" />
          <div>
            <b>{words.toast}</b>
            <p>{words.notice}</p>
          </div>
        </div>
      </Part>
      <Part title={words.surfaces}>
        <div className="card">
          <PriceLines {...price} />
        </div>
        <div className="well">{words.notice}</div>
        <details className="ask" open>
          <summary>{words.question}</summary>
          <p>{words.notice}</p>
        </details>
        <details className="ask">
          <summary>{words.question}</summary>
          <p>{words.notice}</p>
        </details>
        <div className="w-[min(20rem,100%)]">
          <Carousel
            {...slides}
            label={words.slides}
            slides={[1, 2, 3].map((slide) => ({
              key: String(slide),
              content: <p className="well">{slide}</p>,
            }))}
          />
        </div>
        <p className="empty">{words.empty}</p>
      </Part>
      <Part title={words.icons}>
        <ul className={tiles}>
          {iconNames.map((name) => (
            <li key={name} className="flex gap-2 items-center">
              <Icon name={name} />
              {name}
            </li>
          ))}
        </ul>
      </Part>
    </>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid grid-cols-1 gap-4">
    <h2 className="h3">{title}</h2>
    {children}
  </div>
);
