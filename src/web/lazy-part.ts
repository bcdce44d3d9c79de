import { type FunctionComponent, lazy, type LazyExoticComponent } from "react";

type PropsOf<Part> = Part extends (props: infer Props) => unknown ? Props : never;

/** A part of a page that is loaded once it is first drawn. `name` is its export of the loaded file. */
export const lazyPart = <Parts, Name extends keyof Parts>(
  load: () => Promise<Parts>,
  name: Name,
): LazyExoticComponent<FunctionComponent<PropsOf<Parts[Name]>>> =>
  lazy(async () => ({ default: (await load())[name] as FunctionComponent<PropsOf<Parts[Name]>> }));
