import { basic } from "./basic-zh.ts";
import { care } from "./care-zh.ts";
import { fuel } from "./fuel-zh.ts";
import type { Guide } from "./guide-content.ts";
import { lights } from "./lights-zh.ts";
import { llc } from "./llc-zh.ts";
import { rescue } from "./rescue-zh.ts";

/** Only the page's loader reads this: no script contains it. */
export const guide: Guide = {
  hero: {
    title: ["车出了状况，", "先看这里。"],
    lead: "在加州开车要知道的规矩、仪表盘警示灯、路边自救的办法。免费，随时可查。",
    button: "查看完整指南",
  },
  quick: {
    title: "快速处理",
    fixes: [
      {
        sign: "battery",
        title: "打不着火",
        steps: [
          "挂到 P 挡，踩住刹车再启动。",
          "仪表很暗或者只有咔咔声，多半是电瓶没电：搭电时先接红（正极），后接黑（负极）。",
          "打着后开 30 分钟以上，再去测电瓶。",
        ],
        more: { to: "#rescue-battery", words: "搭电步骤" },
      },
      {
        sign: "tire",
        title: "轮胎问题",
        steps: [
          "双手握稳方向盘，松油门，不急刹，慢慢靠右停下。",
          "打开双闪。在高速公路上不要自己换胎。",
          "小备胎时速不超过 50 英里，尽快补胎。",
        ],
        more: { to: "#rescue-tire", words: "换备胎步骤" },
      },
      {
        sign: "pump",
        title: "加油",
        steps: [
          "看油表旁的小三角，油箱口就在那一侧。",
          "普通车加 87 号（Regular），不要加 Diesel。",
          "机器要邮编时，外国卡可以进店付款，报油枪号。",
        ],
        more: { to: "#fuel-steps", words: "加油步骤" },
      },
    ],
  },
  emergency: {
    title: "紧急情况，记住四步",
    steps: ["靠边停车，打开双闪", "人离开车道，站到护栏外", "有人受伤，先打 911", "再联系我们，拍照留证"],
    call: "拨打 911",
  },
  directory: { title: "完整指南", label: "目录", parts: [basic, lights, fuel, rescue, care] },
  llc: { title: "出租爱车：注册 LLC", lead: "用公司名义出租车辆，责任和账目都更清楚。", sections: llc },
  soon: {
    title: "以后会有：保养与安全套餐",
    text: "定期检查、换机油、轮胎和路边救援，一次订好。现在还没有开放，上线时会在这里写明内容和价格。",
  },
  sources: {
    title: "资料来源",
    text: "资料来源：加州车管局 DMV（https://www.dmv.ca.gov）、加州公路巡警 CHP（https://www.chp.ca.gov）、加州汽车维修局 BAR（https://www.bar.ca.gov）、湾区交通 511（https://511.org）、美国汽车协会 AAA（https://www.aaa.com）、加州州务卿（https://www.sos.ca.gov）、加州税局 FTB（https://www.ftb.ca.gov）和国税局 IRS（https://www.irs.gov）。法规和金额会变，本页是常识整理，不是法律意见，以官方公布的为准。",
  },
  home: "返回首页",
};
