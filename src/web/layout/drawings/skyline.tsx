import skyline from "./skyline.svg?url";

/** From the Marin headlands over the Golden Gate to the valley, in one line; only the bridge has a colour. */
export function Skyline() {
  return (
    <div className="w-full h-30 overflow-hidden text-ink-soft max-md:h-22" aria-hidden="true">
      <svg
        className="w-[max(100%,90rem)] h-full fill-none stroke-current stroke-[1.4] max-md:w-264"
        strokeLinecap="round"
        strokeLinejoin="round"
        viewBox="0 0 1440 105"
        preserveAspectRatio="xMinYMax slice"
      >
        <use href={`${skyline}#land`} />
        <use className="stroke-bridge stroke-[1.8]" href={`${skyline}#gate`} />
      </svg>
    </div>
  );
}
