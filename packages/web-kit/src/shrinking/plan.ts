/** Pixels of the longest side. */
const LONGEST_SIDE = 2048;
/** Bytes that an encoded picture aims for. */
export const TARGET_BYTES = 512 * 1024;

const QUALITIES = [0.86, 0.76, 0.64, 0.5];

export interface Size {
  width: number;
  height: number;
}

export const fittingSize = ({ width, height }: Size): Size => {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

/** @param rgba four bytes per pixel */
export const isOpaque = (rgba: Uint8ClampedArray): boolean => {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false;
  return true;
};

/** The best quality within {@link TARGET_BYTES}, or the lowest. */
export const encodeWithin = async (
  type: 'image/jpeg' | 'image/webp',
  encode: (options: { type: string; quality: number }) => Promise<Blob>,
): Promise<Blob> => {
  let encoded = new Blob();
  for (const quality of QUALITIES) {
    encoded = await encode({ type, quality });
    // A browser without an encoder of this type writes PNG, which has no quality.
    if (encoded.size <= TARGET_BYTES || encoded.type !== type) break;
  }
  return encoded;
};
