import { LinkedWords } from "#web/ui/linked-words.tsx";
import type { GuideBlock, GuideSection } from "./guide-content.ts";
import { Sign } from "./sign.tsx";
import styles from "./guide.module.css";

/**
 * A part of the guide that opens by its header. A link to its id opens it too. Only one part of a `group` is open
 * at a time.
 */
export function Section({
  section: { id, title, blocks, isOpen = false },
  group,
}: {
  section: GuideSection;
  group?: string;
}) {
  return (
    <details className="ask first:border-t border-line" open={isOpen} name={group}>
      <summary>{title}</summary>
      <div className="grid grid-cols-1 gap-4 max-w-184 pb-7 scroll-mt-22" id={id}>
        {blocks.map((block) => (
          <Block key={JSON.stringify(block).slice(0, 60)} block={block} />
        ))}
      </div>
    </details>
  );
}

function Block({ block }: { block: GuideBlock }) {
  if ("text" in block) {
    return (
      <p className="text-ink-soft">
        <LinkedWords text={block.text} />
      </p>
    );
  }
  if ("points" in block)
    return (
      <ul className="pointed grid gap-2 text-ink-soft [&>li]:before:top-[0.75em]">
        {block.points.map(item)}
      </ul>
    );
  if ("steps" in block) return <ol className="counted grid gap-2 text-ink-soft">{block.steps.map(item)}</ol>;
  if ("lamps" in block) {
    return (
      <ul
        className={`${styles.lamps} grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-x-6 gap-y-4`}
        data-colour={block.colour}
      >
        {block.lamps.map(({ sign, name, text }) => (
          <li
            className="grid grid-cols-[3.25rem_minmax(0,1fr)] items-start gap-3.5 text-sm/[1.55]"
            key={sign}
          >
            <span className="grid place-items-center size-13 rounded-md bg-[#0b1719] text-(--lamp) shadow-[inset_0_0_0_1px_var(--color-line)]">
              <Sign name={sign} viewBox="0 0 32 32" className="i size-8 stroke-[1.7]" />
            </span>
            <p className="text-ink-soft">
              <b className="block text-ink">{name}</b>
              <span className="text-(--haste) font-label">{block.haste}</span>：{text}
            </p>
          </li>
        ))}
      </ul>
    );
  }
  return <Figures {...block} />;
}

const item = (text: string) => (
  <li key={text}>
    <LinkedWords text={text} />
  </li>
);

function Figures({
  table,
  head,
  rows,
}: {
  table: string;
  head?: [string, string];
  rows: [string, string][];
}) {
  return (
    <table className={`${styles.figures} w-full text-sm/[1.5]`}>
      <caption className="sr-only">{table}</caption>
      {head && (
        <thead>
          <tr>
            {head.map((words) => (
              <th key={words} scope="col">
                {words}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(([name, figure]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{figure}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
