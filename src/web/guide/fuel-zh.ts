import type { GuidePart } from "./guide-content.ts";

export const fuel: GuidePart = {
  id: "fuel",
  title: "加油指南",
  sections: [
    {
      id: "fuel-steps",
      title: "自助加油，一步一步来",
      blocks: [
        {
          steps: [
            "看油表旁边的小三角，它指向哪边，油箱口就在哪边。停车，熄火，不抽烟，不打电话。",
            "在机器上插卡。要求输入 ZIP 时，美国卡填账单邮编；外国卡过不去，就进店说“{en:Thirty dollars on pump five}”，先付钱再加。",
            "选标号：绝大多数车加 87（Regular）。油箱盖内侧写着 Premium required 的才加 91。",
            "提枪插到底，扣住扳机。自动跳枪就是满了，不要再往里挤。",
            "挂回油枪，油箱盖拧到“咔哒”一声，记得拿收据。",
          ],
        },
        {
          text: "Diesel 是柴油，汽油车千万不能加，油枪常常是绿色的，但请认字不认颜色。万一加错了，不要启动，直接叫拖车。",
        },
        {
          text: "湾区油价相差很大，Costco 和市区边缘常常便宜不少。找附近油站和路况，可以用 511：https://511.org",
        },
      ],
    },
    {
      id: "charging",
      title: "电动车怎么充电",
      blocks: [
        {
          points: [
            "家用插座（Level 1）：一小时约 4 英里，过夜能补上一天的通勤。",
            "目的地桩（Level 2）：商场、公司、停车楼里最多，4–8 小时充满。",
            "快充站（DC Fast）：20–40 分钟充到 80%。过了 80% 会慢很多，充到这里就走，既省时间，也把位子让给后面的人。",
            "接口分 NACS（特斯拉）和 CCS，车上有没有转接头，取车时问清楚。",
            "充完不走要收占位费（idle fee）。别用电量 0% 去赌下一个站，留 15% 以上最稳妥。",
          ],
        },
      ],
    },
  ],
};
