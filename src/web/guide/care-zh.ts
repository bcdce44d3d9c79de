import type { GuidePart } from "./guide-content.ts";

export const care: GuidePart = {
  id: "care",
  title: "日常保养",
  sections: [
    {
      id: "care-when",
      title: "多久做一次",
      blocks: [
        {
          table: "保养周期",
          head: ["项目", "周期"],
          rows: [
            ["机油：每月检查一次油位", "每 5000–10000 公里更换"],
            ["电瓶寿命", "3–5 年"],
            ["雨刷", "每年更换"],
            ["轮胎气压", "每月检查"],
            ["轮胎换位", "每 5000–7500 英里"],
            ["空调滤芯", "每年更换"],
            ["尾气检测（Smog Check）", "每两年"],
          ],
        },
        {
          text: "5000–10000 公里大约是 3000–6000 英里；用全合成机油的新车间隔可以更长，以车主手册为准。湾区夏天不算热，但内陆（San Jose、Fremont 以东）的高温最伤电瓶，过了三年就该在入冬前测一次。",
        },
        { text: "租我们的车，以上保养都由我们安排，您只要在警示灯亮起时告诉我们。" },
      ],
    },
    {
      id: "care-smog",
      title: "尾气检测和年度注册",
      blocks: [
        {
          points: [
            "加州的车每两年做一次 Smog Check，车龄 6 年以内的新车一般免检，纯电动车不用做。免检的年限法规有过调整，是否要做，看 DMV 寄来的注册续期通知（{en:Registration Renewal Notice}）上有没有写 {en:Smog Certification Required}。",
            "只能去有 BAR 执照的站点；通知上写着 STAR 的，要去 STAR 站。查站点：https://www.bar.ca.gov",
            "注册每年更新，网上就能办，新贴纸贴在后车牌右上角。",
            "修车也认准 BAR 执照：法律要求先给书面报价，超出报价要先征得您同意，换下的旧件可以要回来看。",
          ],
        },
      ],
    },
    {
      id: "care-trip",
      title: "出远门之前，十分钟检查",
      blocks: [
        {
          points: [
            "轮胎：气压（含备胎）、花纹。把一枚 25 分硬币倒插进花纹，看得到华盛顿的头顶，就该换了。",
            "油、水：机油、冷却液、玻璃水。",
            "灯：大灯、刹车灯、转向灯，找个人在车后面看一眼。",
            "去 Tahoe 或优胜美地，冬天带上雪链，R2 路段没有四驱加雪地胎就必须装。路况问 511 或 Caltrans：https://quickmap.dot.ca.gov",
            "车上常备：搭电宝、手电、反光三角牌、水、纸巾、充电线。",
            "召回：用 17 位车架号（VIN）在 https://www.nhtsa.gov 查，召回维修不花钱。",
          ],
        },
      ],
    },
  ],
};
