import { encodeWithin, fittingSize, isOpaque, TARGET_BYTES } from './plan';

test.each([
  [8192, 5464, 2048, 1366],
  [3000, 4000, 1536, 2048],
  [2048, 1, 2048, 1],
  [20_000, 2, 2048, 1],
  [800, 600, 800, 600],
])('%i × %i becomes %i × %i', (width, height, toWidth, toHeight) => {
  expect(fittingSize({ width, height })).toEqual({ width: toWidth, height: toHeight });
});

test('one translucent pixel makes a picture transparent', () => {
  const pixels = new Uint8ClampedArray(400).fill(255);
  expect(isOpaque(pixels)).toBe(true);
  pixels[399] = 254;
  expect(isOpaque(pixels)).toBe(false);
});

describe('the encoding', () => {
  const encoder = (bytesAtFull: number, written = 'image/jpeg') => {
    const qualities: number[] = [];
    const encode = async ({ quality }: { quality: number }) => {
      qualities.push(quality);
      return new Blob([new Uint8Array(bytesAtFull * quality)], { type: written });
    };
    return { encode, qualities };
  };

  test('has the best quality that fits', async () => {
    const { encode, qualities } = encoder(TARGET_BYTES / 0.7);
    expect((await encodeWithin('image/jpeg', encode)).size).toBeLessThanOrEqual(TARGET_BYTES);
    expect(qualities).toEqual([0.86, 0.76, 0.64]);
  });

  test('ends with the lowest quality', async () => {
    const { encode, qualities } = encoder(TARGET_BYTES * 4);
    expect((await encodeWithin('image/jpeg', encode)).size).toBe(TARGET_BYTES * 2);
    expect(qualities).toHaveLength(4);
  });

  test('ends at once where the browser writes PNG instead', async () => {
    const { encode, qualities } = encoder(TARGET_BYTES * 4, 'image/png');
    expect((await encodeWithin('image/webp', encode)).type).toBe('image/png');
    expect(qualities).toHaveLength(1);
  });
});
