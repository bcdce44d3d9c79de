/** A field that no person sees or reaches: what fills it in is a program. Browsers leave it alone. */
export const Honeypot = () => (
  <div className="absolute -left-[100vw] size-px overflow-hidden" aria-hidden="true">
    <input name="website" tabIndex={-1} autoComplete="off" />
  </div>
);
