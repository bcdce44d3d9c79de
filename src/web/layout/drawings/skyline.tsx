import skyline from "./skyline.svg?url";

/** From the Marin headlands over the Gate to the valley, in one ink line; the bridge alone has a colour. */
export function Skyline() {
  return (
    <div className="skyline" aria-hidden="true">
      <svg viewBox="0 0 1440 105" preserveAspectRatio="xMinYMax slice">
        <use href={`${skyline}#land`} />
        <use className="gate" href={`${skyline}#gate`} />
      </svg>
    </div>
  );
}
