/** The product's name, region, time zone and currency, for the whole code. They are defined only here. */
export const brand = {
  name: { en: "Longbay", zh: "长湾月租" },
  /** Other words that people type for the name. */
  alsoCalled: ["长湾", "長灣", "changwan"],
  region: { en: "San Francisco Bay Area", zh: "旧金山湾区" },
  timeZone: "America/Los_Angeles",
  currency: "USD",
} as const;
