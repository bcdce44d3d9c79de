import { LinkedWords } from "#web/ui/linked-words.tsx";
import steps from "#web/ui/steps.svg?url";
import { type HowContent, stageDrawings } from "./how-content.ts";
import stages from "#web/ui/stages.svg?url";

const sheets = { choose: steps, ask: steps, deliver: steps, confirm: stages, drive: stages, return: stages };

/** A rental from the choice of a car to its return, along one road: each stage with its drawing. */
export function Timeline({ due: dueWord, stages }: Pick<HowContent["renting"], "due" | "stages">) {
  return (
    <ol className="how-road">
      {stages.map(({ when, title, text, due, points }, place) => (
        <li key={title}>
          <Drawing place={place} />
          <Road />
          <div className="how-stage grid content-start gap-2 max-w-160 pt-3 pb-9">
            <p className="text-sm justify-self-start py-0.75 px-3 rounded-full bg-water font-label">{when}</p>
            <h3 className="text-xl">{title}</h3>
            <p className="text-lg/[1.5] max-sm:text-base">
              <LinkedWords text={text} />
            </p>
            {due && (
              <p className="how-due mt-2 px-4 py-2.5 border-l-3 border-bridge rounded-sm bg-surface text-ink-soft">
                {dueWord} <b className="text-lg text-ink">{due.title}</b>{" "}
                <small className="block text-sm">{due.text}</small>
              </p>
            )}
            {points && (
              <dl className="grid gap-1.5 mt-2 text-ink-soft">
                {points.map((point) => (
                  <div key={point.title}>
                    <dt className="inline mr-2 font-label text-ink">{point.title}</dt>
                    <dd className="inline">{point.text}</dd>
                  </div>
                ))}
              </dl>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Drawing({ place }: { place: number }) {
  const id = stageDrawings[place];
  return (
    <svg
      className="how-drawing max-md:aspect-2/1"
      viewBox="0 0 320 200"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      {id && <use href={`${sheets[id]}#${id}`} />}
    </svg>
  );
}

/** A piece of road as high as its stage. It begins and ends upright, so that it joins its neighbours. */
function Road() {
  const bends = "M8 0C8 18 32 32 32 50S8 82 8 100";
  return (
    <svg
      className="how-stretch"
      viewBox="0 0 40 100"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d={bends} />
      <path d={bends} />
    </svg>
  );
}
