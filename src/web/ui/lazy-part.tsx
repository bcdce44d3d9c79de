import { type ComponentType, lazy, type ReactNode } from "react";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "./notice.tsx";

type PropsOf<Part> = Part extends () => ReactNode
  ? object
  : Part extends (props: infer Props) => ReactNode
    ? Props
    : never;

/**
 * A part of a page that is loaded on demand, by the name that its module gives it. If its script can't be loaded, such as
 * after an upgrade, a notice stands in its place and the rest of the page stays, with all that was typed there.
 */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): ComponentType<PropsOf<Module[Name]>> {
  type Props = PropsOf<Module[Name]>;
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: (await load())[name] as ComponentType<Props> };
    } catch {
      return { default: NotLoaded };
    }
  });
}

const NotLoaded = () => (
  <Notice kind="warn" isAlert>
    {m.layout_part_failed()}{" "}
    {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- an empty address is this very page, whichever it is */}
    <a href="">{m.layout_try_again()}</a>
  </Notice>
);
