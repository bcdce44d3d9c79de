import { m } from "#web/paraglide/messages.js";

type Bar = {
  id: string;
  label: string;
  name: string;
  value: number;
  /** `short` is above the bar, `text` is the full value for the table. */
  short: string;
  text: string;
};

/** CSS pixels from the top: the highest bar's top, the foot of all bars, their names, and the chart's end. */
const [top, ground, foot, height] = [24, 172, 190, 200];

type BarChartProps = {
  title: string;
  note: string;
  bars: readonly Bar[];
  /** The value of a bar of full height, if that isn't the highest value. */
  most?: number;
};

/** A bar for each month, the last of which is still going on; and the same as a table. */
export function BarChart({ title, note, bars, most }: BarChartProps) {
  const full = most ?? Math.max(1, ...bars.map(({ value }) => value));
  const step = 100 / bars.length;
  const highest = bars.toSorted((a, b) => b.value - a.value)[0];
  return (
    <figure className="chart">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 mb-2">
        <h2 className="h3">{title}</h2>
        <p className="text-xs/[1.5] text-ink-soft">{note}</p>
      </figcaption>
      <svg
        className="w-full overflow-visible num fill-ink-soft [text-anchor:middle] text-[0.8125rem] max-md:text-[0.6875rem]"
        role="img"
        aria-label={highest ? m.admin_chart_label({ title, month: highest.name, most: highest.text }) : title}
        height={height}
      >
        {bars.map(({ id, label, value, short }, index) => {
          const high = Math.max(0, (value / full) * (ground - top));
          const [left, middle] = [`${index * step + step * 0.06}%`, `${(index + 0.5) * step}%`];
          const isNow = index === bars.length - 1;
          return (
            <g key={id}>
              <rect
                className="fill-water"
                x={left}
                width={`${step * 0.88}%`}
                y={ground - high}
                height={high}
              />
              {high > 0 && (
                <rect
                  className={isNow ? "fill-bridge" : "fill-ink"}
                  x={left}
                  width={`${step * 0.88}%`}
                  y={ground - high}
                  height="2.5"
                />
              )}
              <text
                className={`fill-ink ${isNow ? "font-title" : "font-label"}`}
                x={middle}
                y={ground - high - 7}
              >
                {short}
              </text>
              <text className={isNow ? "fill-ink font-title" : undefined} x={middle} y={foot}>
                {label}
              </text>
            </g>
          );
        })}
        <rect className="fill-ink" x="0" width="100%" y={ground - 0.75} height="1.5" />
      </svg>
      <details className="fold mt-1 text-xs">
        <summary>{m.admin_chart_table({ title })}</summary>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{m.admin_report_month()}</th>
              <th scope="col" className="right">
                {title}
              </th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ id, name, text }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td className="right">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
