/** The back office's own icons, drawn in the style of the site's icons. */
const paths = {
  alert: "M12 3.5 21.5 20h-19L12 3.5ZM12 10v4.5M12 17.2v.1",
  back: "M20 12H4.5m6-6-6 6 6 6",
  bin: "M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10 11v5.5m4-5.5v5.5",
  car: "M3.5 16.5v-4l2.2-5.3A2 2 0 0 1 7.5 6h9a2 2 0 0 1 1.8 1.2l2.2 5.3v4M3.5 12.5h17M3.5 16.5h17V19h-3v-2.5M3.5 16.5V19h3v-2.5",
  chart: "M4 20.5h16M6.5 17v-5m5.5 5V5m5.5 12V9",
  check: "m4.5 12.5 5 5 10-11",
  storage: "M7 18.5h10a4 4 0 0 0 .6-7.9A5.7 5.7 0 0 0 6.7 10 4.3 4.3 0 0 0 7 18.5Z",
  close: "m6 6 12 12M18 6 6 18",
  coins:
    "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM14.8 9.2c-.5-1-1.5-1.5-2.8-1.5-1.6 0-2.8.8-2.8 2.1 0 2.9 5.8 1.4 5.8 4.3 0 1.400-1.300 2.200-3 2.200-1.400 0-2.500-.600-3-1.600M12 6.300v11.400",
  down: "M12 3.5v12m-5-5 5 5 5-5M4.5 20.5h15",
  eye: "M2.5 12C4.9 7.7 8.1 5.5 12 5.5s7.1 2.2 9.5 6.5c-2.4 4.3-5.6 6.5-9.5 6.5S4.9 16.3 2.5 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  file: "M6 3.5h8l4 4V20.5H6v-17ZM14 3.5v4h4",
  gear: "M6 4a2 2 0 1 0 0 4 2 2 0 0 0 0-4Zm6 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4Zm6 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM6 8v10m6-10v10m6-10v2a2 2 0 0 1-2 2H6",
  image: "M4 5h16v14H4V5Zm0 11 4.5-5 4 4 2.5-2.5 5 5M15.5 9.3v.1",
  key: "M8 11a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Zm3.3 1.2 8.2-8.2m-3 3 2.8 2.8",
  mail: "M3.5 6h17v12.5h-17V6Zm0 .8 8.5 6.7 8.5-6.7",
  message: "M4 5.5h16v11H11l-4.5 4v-4H4v-11Z",
  order: "M6 3.5h12v17l-3-2-3 2-3-2-3 2v-17ZM9 8h6m-6 4h6",
  pen: "m4 20 1-4.5L16.5 4 20 7.5 8.5 19 4 20ZM14 6.5 17.5 10",
  plus: "M12 5v14M5 12h14",
  refresh: "M20 11.5a8 8 0 1 0-2 5.7M20 5v6.5h-6.5",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm4.8 11.3L20.5 20.5",
  up: "M12 19.5V5m-6 6 6-6 6 6",
  upload: "M12 16.5v-12m-5 5 5-5 5 5M4.5 20.5h15",
  user: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4 21c.6-4.3 3.6-6.5 8-6.5s7.4 2.2 8 6.5",
} as const;

export type AdminIconName = keyof typeof paths;

export function AdminIcon({ name }: { name: AdminIconName }) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
