import type { GuidePart } from "./guide-content.ts";

export const lights: GuidePart = {
  id: "lights",
  title: "警示灯",
  sections: [
    {
      id: "lights-red",
      title: "红灯：马上靠边停车",
      isOpen: true,
      blocks: [
        {
          colour: "red",
          haste: "立即停车",
          lamps: [
            { sign: "oil", name: "机油压力", text: "靠边熄火，不要再开。再开几分钟，发动机就可能报废。" },
            { sign: "heat", name: "水温过高", text: "停车等它自己凉下来，至少 30 分钟，千万别开水箱盖。" },
            { sign: "brake", name: "刹车系统", text: "先看手刹有没有放到底；放了还亮，不要再开。" },
            {
              sign: "charge",
              name: "充电系统",
              text: "关掉空调和音响，靠边叫救援。非开不可，只到最近的修车店：熄火后可能再也打不着。",
            },
          ],
        },
      ],
    },
    {
      id: "lights-amber",
      title: "黄灯：还能开，尽快查",
      blocks: [
        {
          colour: "amber",
          haste: "尽快处理",
          lamps: [
            {
              sign: "engine",
              name: "发动机故障",
              text: "常亮：一两天内去查。闪烁：缺缸了，减速，就近停车。先看看油箱盖有没有拧紧。",
            },
            {
              sign: "pressure",
              name: "胎压不足",
              text: "到加油站打气，按驾驶座门框标签上的数值，不是轮胎侧面的最大值。",
            },
            { sign: "abs", name: "ABS", text: "普通刹车还有，但急刹时轮胎会抱死。拉开车距，慢点开。" },
            {
              sign: "airbag",
              name: "安全气囊",
              text: "撞车时气囊可能不弹出，尽快去检修。这个灯有的车是红色。",
            },
            { sign: "skid", name: "车身稳定（闪烁）", text: "正在打滑，系统在帮您。松油门，别猛打方向。" },
            {
              sign: "fuel",
              name: "油量低",
              text: "一般还能开 30 英里左右。下一个出口就去加，别上桥、别进山。",
            },
          ],
        },
      ],
    },
    {
      id: "lights-green",
      title: "绿灯和蓝灯：只表示某项功能开着",
      blocks: [
        {
          colour: "green",
          haste: "仅作提示",
          lamps: [
            { sign: "lights", name: "大灯已开", text: "正常。白天下雨、起雾也该开着。" },
            {
              sign: "beam",
              name: "远光灯（蓝色）",
              text: "对面来车 500 英尺内、跟车 300 英尺内，要换回近光。",
            },
            { sign: "turn", name: "转向灯", text: "闪得特别快，多半是有个灯泡坏了。" },
          ],
        },
      ],
    },
  ],
};
