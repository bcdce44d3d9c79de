/** Line icons on a 24 × 24 field. They never speak: the word stands beside them or in an `aria-label`. */
const paths = {
  alert: "M12 3.5 21.5 20h-19L12 3.5ZM12 10v4.5M12 17.2v.1",
  arrow: "M4 12h15.5M13.5 6l6 6-6 6",
  back: "M20 12H4.5m6-6-6 6 6 6",
  bolt: "M13 3 5.5 13.5H12L11 21l7.5-10.5H12L13 3Z",
  calendar:
    "M3.5 8A2.5 2.5 0 0 1 6 5h12a2.5 2.5 0 0 1 2.5 2.5v10.5a2.5 2.5 0 0 1-2.5 2.5H6a2.5 2.5 0 0 1-2.5-2.5V8ZM3.5 10h17M8 2.5V6m8-3.5V6",
  chat: "M4 5.5h16v11H11l-4.5 4v-4H4v-11Z",
  check: "m4.5 12.5 5 5 10-11",
  clock: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3 2",
  close: "m6 6 12 12M18 6 6 18",
  copy: "M8.5 11A2.5 2.5 0 0 1 11 8.5h7A2.5 2.5 0 0 1 20.5 11v7a2.5 2.5 0 0 1-2.5 2.5h-7A2.5 2.5 0 0 1 8.5 18v-7Zm7-2.5V6A2.5 2.5 0 0 0 13 3.5H6A2.5 2.5 0 0 0 3.5 6v7A2.5 2.5 0 0 0 6 15.5h2.5",
  down: "M12 3.5v12m-5-5 5 5 5-5M4.5 20.5h15",
  eye: "M2.5 12C4.9 7.7 8.1 5.5 12 5.5s7.1 2.2 9.5 6.5c-2.4 4.3-5.6 6.5-9.5 6.5S4.9 16.3 2.5 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  fuel: "M12 3c3.6 4.3 5.8 7.5 5.8 10.7a5.8 5.8 0 0 1-11.6 0C6.2 10.5 8.4 7.3 12 3Z",
  gear: "M6 4a2 2 0 1 0 0 4 2 2 0 0 0 0-4Zm6 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4Zm6 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM6 8v10m6-10v10m6-10v2a2 2 0 0 1-2 2H6",
  home: "M3.5 11 12 4l8.5 7M6 9.5V20h12V9.5M10 20v-5.5h4V20",
  info: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 11v5.5M12 7.5v.1",
  key: "M8 11a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Zm3.3 1.2 8.2-8.2m-3 3 2.8 2.8",
  left: "m14.5 5-7 7 7 7",
  lock: "M6 10.5h12V20H6v-9.5ZM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5",
  mail: "M3.5 6h17v12.5h-17V6Zm0 .8 8.5 6.7 8.5-6.7",
  menu: "M4 7.5h16M4 16.5h16",
  phone:
    "M9.5 2.5h5A2.5 2.5 0 0 1 17 5v14a2.5 2.5 0 0 1-2.5 2.5h-5A2.5 2.5 0 0 1 7 19V5a2.5 2.5 0 0 1 2.5-2.5ZM11 18.5h2",
  pin: "M12 21s-6.5-5.6-6.5-11a6.5 6.5 0 0 1 13 0c0 5.4-6.5 11-6.5 11Zm0-13.2a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8Z",
  print: "M7 8V3.5h10V8M7 16.5H4V8.5h16v8h-3M7 13.5h10v7H7v-7Z",
  refresh: "M20 11.5a8 8 0 1 0-2 5.7M20 5v6.5h-6.5",
  right: "m9.5 5 7 7-7 7",
  road: "M8 3 4 21M16 3l4 18M12 4v3m0 4v3m0 4v3",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm4.8 11.3L20.5 20.5",
  seat: "M7 3.5 8.5 13H16a2.5 2.5 0 0 1 2.5 2.5V18H9.8a3 3 0 0 1-3-2.5L5 4M9 18v3m8-3v3",
  shield: "M12 2.8 4.5 5.5v6c0 4.7 3 7.9 7.5 9.7 4.5-1.8 7.5-5 7.5-9.7v-6L12 2.8ZM8.5 12l2.5 2.5 4.5-5",
  user: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4 21c.6-4.3 3.6-6.5 8-6.5s7.4 2.2 8 6.5",
} as const;

export type IconName = keyof typeof paths;
export const iconNames = Object.keys(paths) as IconName[];

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
