/** The text of a module and all that it imports, made by tools/inline-scripts. */
declare module "*?script" {
  const text: string;
  export default text;
}
