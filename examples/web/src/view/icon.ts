const SVG = "http://www.w3.org/2000/svg";

// Drawn by strokes on a square of 24.
const ICONS = {
  alert: "M12 8.5v4.5m0 3.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  building: "M4 21V4h11v17M15 9h5v12M2 21h20M8 8h3m-3 4h3m-3 4h3",
  check: "m8.5 12.5 2.5 2.5 4.5-5.5M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  switch: "m8 9 4-4 4 4m-8 6 4 4 4-4",
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0",
  leave: "M9 4H4v16h5m7-4 4-4-4-4m4 4H9",
  file: "M14 3H5v18h14V8zm0 0v5h5m-7 3v6m-3-3 3 3 3-3",
  list: "M9 6h11M9 12h11M9 18h11M4 6v.01M4 12v.01M4 18v.01",
  key: "M15.5 3a5.5 5.5 0 0 0-5.2 7.3L3 17.6V21h3.4l1-1v-2h2v-2h2l1.7-1.7A5.5 5.5 0 1 0 15.5 3zm1 4.5v.01",
  lock: "M5 11h14v10H5zm3 0V7a4 4 0 0 1 8 0v4",
  mail: "M3 5h18v14H3zl9 8 9-8",
  laptop: "M4 15V5h16v10zM2 19h20",
  more: "M12 6v.01M12 12v.01M12 18v.01",
  phone: "M7 3h10v18H7zm4 15h2",
} as const;

export type IconName = keyof typeof ICONS;

/** For the eyes only: what it stands beside says the same in words. */
export const icon = (name: IconName): SVGElement => draw(`icon ${name}`, [[ICONS[name]]]);

/** A picture of paths on a square of 24, each filled with its own colour if it has one. */
export function draw(
  className: string,
  paths: readonly (readonly [path: string, fill?: string])[],
): SVGElement {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("class", className);
  picture.setAttribute("aria-hidden", "true");
  for (const [path, fill] of paths) {
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("d", path);
    if (fill !== undefined) line.setAttribute("fill", fill);
    picture.append(line);
  }
  return picture;
}
