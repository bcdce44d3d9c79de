import { LinkedWords } from "#web/ui/linked-words.tsx";
import type { GuideBlock, GuideSection } from "./guide-content.ts";
import { Sign } from "./sign.tsx";

/**
 * A part of the guide that opens by its header. A link to its id opens it too. Of a `group`, one is open at a
 * time.
 */
export function Section({
  section: { id, title, blocks, isOpen = false },
  group,
}: {
  section: GuideSection;
  group?: string;
}) {
  return (
    <details className="ask" open={isOpen} name={group}>
      <summary>{title}</summary>
      <div className="guide-text" id={id}>
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
      <p>
        <LinkedWords text={block.text} />
      </p>
    );
  }
  if ("points" in block) return <ul className="guide-points">{block.points.map(item)}</ul>;
  if ("steps" in block) return <ol className="guide-steps">{block.steps.map(item)}</ol>;
  if ("lamps" in block) {
    return (
      <ul className="lamps" data-colour={block.colour}>
        {block.lamps.map(({ sign, name, text }) => (
          <li key={sign}>
            <span className="lamp">
              <Sign name={sign} viewBox="0 0 32 32" />
            </span>
            <p>
              <b>{name}</b>
              <span className="haste">{block.haste}</span>：{text}
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
    <table className="guide-figures">
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
