import { imageSrc } from '@piecework/web-kit';
import { useEffect, useState } from 'react';

/** Address to show a picture from: a chosen file, or an uploaded picture's address. */
export function usePreview(picture: unknown): string | undefined {
  const [previewUrl, setPreviewUrl] = useState<string>();
  const file = picture instanceof Blob ? picture : null;
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setPreviewUrl(url);
    return () => {
      URL.revokeObjectURL(url);
      setPreviewUrl(undefined);
    };
  }, [file]);
  if (file) return previewUrl;
  return typeof picture === 'string' && picture ? imageSrc(picture, 320) : undefined;
}
