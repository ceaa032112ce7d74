/**
 * One family on a grid of 24: a line of 1.75 and, after the `~`, the seam of the same thing, drawn as stitches.
 * What is drawn as a dot is a zero-length line with a round cap.
 */
export const ICON_PATHS = {
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z~M12 8.5v.01M7 17.5h2M15 17.5h2',
  tasks: 'M5 4h14v16H5z~M8.5 9h7M8.5 13h7M8.5 17h4',
  submissions: 'M4 13l3-8h10l3 8v6H4zM4 13h5a3 3 0 0 0 6 0h5~M9 9h6',
  withdraw: 'M4 14v6h16v-6M12 4v9M8.5 9.8L12 13.3l3.5-3.5~M7.5 17h9',
  add: 'M12 7.5v9M7.5 12h9~M4 4h16v16H4z',
  purchase: 'M5 8h14l-1 12H6zM9 11V7a3 3 0 0 1 6 0v4~M8 16.5h8',
  payments: 'M3.5 6h17v12h-17zM3.5 10h17~M7 14.5h6',
  users:
    'M9 11a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4M3 19.5c.3-3.5 2.6-5.5 6-5.5s5.7 2 6 5.5~M15.5 5a3.2 3.2 0 0 1 0 6M17.5 14.5c2 .7 3.2 2.4 3.5 5',
  parked: 'M5 4h14v16H5zM10 16.5V8h2.7a2.5 2.5 0 0 1 0 5H10~M8 20v1.5M16 20v1.5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M15.3 15.3L20 20~M7.5 10.5a3 3 0 0 1 3-3',
  close: 'M6 6l12 12M18 6L6 18',
  menu: 'M4 7h16M4 17h16~M4 12h16',
  next: 'M9.5 5.5L16 12l-6.5 6.5',
  previous: 'M14.5 5.5L8 12l6.5 6.5',
  pause: 'M8.5 6v12M15.5 6v12',
  play: 'M8 5.5v13l10.5-6.5z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  reject: 'M5 5h14v14H5zM9 9l6 6M15 9l-6 6',
  clock: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16M12 8v4l2.8 1.8',
  progress: 'M12 4a8 8 0 0 1 0 16~M12 20a8 8 0 0 1 0-16',
  alert: 'M12 4.5L21 19.5H3zM12 10v4M12 16.8v.01',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17M12 11v5.5M12 7.6v.01',
  edit: 'M5 19l.8-3.8L16 5l3 3L8.8 18.2zM13.7 7.3l3 3~M12 20h8',
  delete: 'M4.5 7h15M9 7V4.5h6V7M6.5 7l.8 13h9.4l.8-13~M12 10.5v6',
  open: 'M3 12c2.5-4.3 5.5-6.5 9-6.5s6.5 2.2 9 6.5c-2.5 4.3-5.5 6.5-9 6.5S5.5 16.3 3 12M12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5',
  out: 'M14 4.5H5v15h9M10 12h10M16.5 8.5L20 12l-3.5 3.5',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8~M12 2.5v2.5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3L7 7M17 17l1.7 1.7M18.7 5.3L17 7M7 17l-1.7 1.7',
  moon: 'M20 14.2A8.3 8.3 0 0 1 9.8 4 8.3 8.3 0 1 0 20 14.2~M16 5h.01M19 8.5h.01',
  account: 'M12 11.5a3.7 3.7 0 1 0 0-7.4 3.7 3.7 0 0 0 0 7.4M4.5 20c.5-4 3.3-6 7.5-6s7 2 7.5 6',
  lock: 'M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3~M12 14.5v2.5',
  upload: 'M4 15v5h16v-5M12 15.5V5M8.5 8L12 4.5 15.5 8~M7.5 17.5h3M13.5 17.5h3',
  quote: 'M10 7.5c-3 .8-4.5 2.8-4.5 6V17H10v-4.5H6M19 7.5c-3 .8-4.5 2.8-4.5 6V17H19v-4.5h-4',
  star: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z',
  sort: 'M7.5 5v14M4 15.5L7.5 19l3.5-3.5~M13.5 7H20M13.5 12H18M13.5 17H16',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  external: 'M18 13.5V20H4V6h6.5M14 4h6v6M20 4l-9 9',
  retry: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4L19.5 9M19.5 4.5V9H15',
  email: 'M3.5 5.5h17v13h-17zM3.5 6.5L12 13l8.5-6.5~M7 15.5h3',
  calendar: 'M4 6h16v14H4zM8 3.5V8M16 3.5V8~M4 11h16',
} as const;

export type IconName = keyof typeof ICON_PATHS;
