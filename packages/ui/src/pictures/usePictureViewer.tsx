import { type ComponentType, useState } from 'react';
import type { Elements } from '../layout/elements';
import type { PictureViewerProps } from './PictureViewer';

type Pictures = PictureViewerProps['pictures'];

/** Opens pictures in the viewer, which loads when it is first needed. `viewer` is rendered beside the opener. */
export function usePictureViewer(pictures: Pictures): { view(at: number): void; viewer: Elements } {
  const [shown, setShown] = useState<{ at: number; Viewer: ComponentType<PictureViewerProps> }>();
  const view = async (at: number) => {
    try {
      const { PictureViewer } = await import('./PictureViewer');
      setShown({ at, Viewer: PictureViewer });
    } catch {
      // Without the chunk (offline, or removed by a deployment) the browser shows the file itself.
      const picture = pictures[at];
      if (picture) open(picture.whole, '_blank', 'noopener,noreferrer');
    }
  };
  return {
    view: (at) => void view(at),
    viewer: shown && <shown.Viewer pictures={pictures} first={shown.at} onClose={() => setShown(undefined)} />,
  };
}
