import { imageSrc } from '@piecework/web-kit';
import { useEffect, useState } from 'react';

/** Address to show a picture from: a chosen file, or an uploaded picture's address. */
export function usePreview(picture: unknown): string | undefined {
  const [made, setMade] = useState<string>();
  const file = picture instanceof Blob ? picture : null;
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setMade(url);
    return () => {
      URL.revokeObjectURL(url);
      setMade(undefined);
    };
  }, [file]);
  if (file) return made;
  return typeof picture === 'string' && picture ? imageSrc(picture, 320) : undefined;
}
