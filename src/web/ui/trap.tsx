/** A field that no person sees or reaches: what fills it in is a program. Browsers leave it alone. */
export const Trap = () => (
  <div className="trap" aria-hidden="true">
    <input name="website" tabIndex={-1} autoComplete="off" />
  </div>
);
