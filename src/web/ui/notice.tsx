import type { ReactNode, Ref } from "react";
import { Icon, type IconName } from "./icon.tsx";

export type NoticeKind = "info" | "good" | "warn" | "bad";
const icons: Record<NoticeKind, IconName> = { info: "info", good: "check", warn: "alert", bad: "alert" };

/** A message that does not depend on colour alone. With `isAlert` it is read out when it appears. */
export function Notice(props: {
  kind?: NoticeKind;
  isAlert?: boolean;
  children: ReactNode;
  ref?: Ref<HTMLDivElement>;
}) {
  const { kind = "info", isAlert, children, ref } = props;
  return (
    <div
      className={`notice notice-${kind}`}
      role={isAlert ? "alert" : undefined}
      ref={ref}
      tabIndex={isAlert ? -1 : undefined}
    >
      <Icon name={icons[kind]} />
      <div>{children}</div>
    </div>
  );
}
