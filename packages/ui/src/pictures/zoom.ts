export interface Size {
  width: number;
  height: number;
}

/** Scale at which the whole picture fits the stage. @param most 1: a small picture is not enlarged */
export const fitOf = (picture: Size, stage: Size, most = 1): number =>
  Math.min(most, stage.width / picture.width, stage.height / picture.height);

export const ZOOM_STEP = 1.5;

/** Zoom is relative to the fitted picture: at least that, at most four times it or twice its own pixels. */
export const clampZoom = (zoom: number, fit: number): number => Math.min(Math.max(1, zoom), Math.max(4, 2 / fit));
