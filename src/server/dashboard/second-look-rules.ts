import { each, type Rule } from "./alert-rule.ts";

/** Alerts for a second administrator, or for the administrators of hosts: about money and cars. */
export const secondLookRules: Record<string, Rule> = {
  write_offs_waiting: {
    type: "warning",
    href: "/admin/finance?show=to_write_off",
    en: (count) =>
      each(
        count,
        "One write-off awaits a second administrator’s approval.",
        "# write-offs await a second administrator’s approval.",
      ),
    zh: (count) => `有 ${count} 笔核销待另一位管理员批准。`,
  },
  host_adjustments_waiting: {
    type: "warning",
    href: (hostId) => `/admin/hosts/${hostId}`,
    en: (count) =>
      each(
        count,
        "One correction of a host’s balance awaits a second administrator’s approval.",
        "# corrections of hosts’ balances await a second administrator’s approval. This opens the newest one’s host.",
      ),
    zh: (count) =>
      count === 1
        ? "有 1 笔车主余额调整待另一位管理员批准。"
        : `有 ${count} 笔车主余额调整待另一位管理员批准。点击打开最新一笔的车主。`,
  },
  payouts_flagged: {
    type: "warning",
    href: "/admin/payouts",
    en: (count) =>
      each(
        count,
        "A host’s payouts wait: the renter of a rental shares something with them that nobody has looked at.",
        "Payouts to hosts wait: renters share # things with their hosts that nobody has looked at.",
      ),
    zh: (count) => `有 ${count} 处租客与车主信息相同的情况待核查，相关车主的打款暂停。`,
  },
  payouts_unrecorded: {
    type: "warning",
    href: "/admin/payouts",
    en: (count) =>
      each(
        count,
        "One payout has been on its way for more than two weeks, and nobody has recorded whether it arrived.",
        "# payouts have been on their way for more than two weeks, and nobody has recorded whether they arrived.",
      ),
    zh: (count) => `有 ${count} 笔打款在途已超过两周，尚未登记结果。`,
  },
  pickups_denied: {
    type: "warning",
    href: "/admin/payouts",
    en: (count) =>
      each(
        count,
        "One renter denies a pickup: the host’s payout waits for your decision.",
        "# renters deny pickups: the hosts’ payouts wait for your decision.",
      ),
    zh: (count) => `有 ${count} 次取车遭租客否认，等待裁定，车主的打款暂停。`,
  },
  host_cars_submitted: {
    type: "warning",
    href: "/admin/host-cars",
    en: (count) =>
      each(count, "One host’s car is waiting for a decision.", "# hosts’ cars are waiting for a decision."),
    zh: (count) => `有 ${count} 辆车主提交的车等待审核。`,
  },
  host_car_changes: {
    type: "warning",
    href: "/admin/host-cars?state=waiting",
    en: (count) =>
      each(
        count,
        "Changes or papers of one listed car are waiting for review.",
        "Changes or papers of # listed cars are waiting for review.",
      ),
    zh: (count) => `有 ${count} 辆已上架车辆的修改或证件等待审核。`,
  },
};
