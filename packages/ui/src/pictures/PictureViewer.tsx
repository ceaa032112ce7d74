import { t } from '@piecework/i18n';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactElement, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { createGlobalStyle, styled } from 'styled-components';
import { IconButton } from '../actions/IconButton';
import { useModalDialog } from '../actions/useModalDialog';
import { Loader } from '../brand/Loader';
import { color, space, text } from '../tokens';
import { useZoom } from './useZoom';
import { type Size, ZOOM_STEP } from './zoom';

export interface PictureViewerProps {
  /** `over`: what lies over the picture, which is rotated by quarters to the right. */
  pictures: readonly { whole: string; label: string; over?(quarters: number): ReactElement }[];
  /** Index of the picture that is shown first. */
  first: number;
  onClose(): void;
}

/** Pixels by which an arrow key moves an enlarged picture. */
const PAN = 80;
const PANS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-PAN, 0],
  ArrowRight: [PAN, 0],
  ArrowUp: [0, -PAN],
  ArrowDown: [0, PAN],
};
/** A double tap: two taps at most so many milliseconds and pixels apart. */
const DOUBLE_TAP = { ms: 350, px: 30 };

/** Whole pictures over the page, with zoom (P-15.10). */
export function PictureViewer({ pictures, first, onClose }: PictureViewerProps) {
  const dialog = useModalDialog();
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const lastTap = useRef({ at: 0, x: 0, y: 0 });
  const [at, setAt] = useState(first);
  const [isBroken, setBroken] = useState(false);
  const [quarters, setQuarters] = useState(0);
  const { zoom, zoomTo, zoomBy, size, setNatural } = useZoom(stage, frame, { isOnItsSide: quarters % 2 !== 0 });
  const { whole, label, over } = pictures[at] ?? { whole: '', label: '' };
  const isZoomed = zoom > 1;

  const turn = (step: number) => {
    if (pictures.length < 2) return;
    setAt((at + step + pictures.length) % pictures.length);
    setBroken(false);
    setQuarters(0);
    setNatural(undefined);
  };
  const rotate = (by: number) => {
    setQuarters(quarters + by);
    zoomTo(1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const pan = PANS[key];
    if (key === '+' || key === '=') zoomBy(ZOOM_STEP);
    else if (key === '-') zoomBy(1 / ZOOM_STEP);
    else if (key === '0') zoomTo(1);
    else if (key === 'r' || key === 'R') rotate(key === 'r' ? 1 : -1);
    else if (pan && isZoomed) stage.current?.scrollBy(...pan);
    else if (pan?.[0]) turn(Math.sign(pan[0]));
    else return;
    event.preventDefault();
  };
  /** Not `dblclick`, which some phones do not have. */
  const onClick = ({ timeStamp, clientX: x, clientY: y }: MouseEvent) => {
    const last = lastTap.current;
    const isDouble = timeStamp - last.at < DOUBLE_TAP.ms && Math.hypot(x - last.x, y - last.y) < DOUBLE_TAP.px;
    lastTap.current = { at: isDouble ? 0 : timeStamp, x, y };
    if (isDouble) zoomTo(isZoomed ? 1 : ZOOM_STEP ** 2, { x, y });
  };
  const dragByMouse = ({ pointerType, buttons, movementX, movementY }: PointerEvent) => {
    if (pointerType === 'mouse' && buttons === 1) stage.current?.scrollBy(-movementX, -movementY);
  };

  return createPortal(
    <Sheet
      ref={dialog}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={onKeyDown}
    >
      <Gutter />
      <Bar>
        <Position>{pictures.length > 1 && label}</Position>
        {pictures.length > 1 && (
          <>
            <IconButton label={t('Previous picture')} icon="previous" onClick={() => turn(-1)} />
            <IconButton label={t('Next picture')} icon="next" onClick={() => turn(1)} />
          </>
        )}
        <IconButton label={t('Rotate')} icon="retry" onClick={() => rotate(1)} />
        <IconButton label={t('Zoom out')} icon="zoomOut" onClick={() => zoomBy(1 / ZOOM_STEP)} />
        <IconButton label={t('Zoom in')} icon="zoomIn" onClick={() => zoomBy(ZOOM_STEP)} />
        <IconButton label={t('Close')} icon="close" onClick={onClose} />
      </Bar>
      <Stage
        ref={stage}
        role="group"
        aria-label={label}
        tabIndex={0}
        $isZoomed={isZoomed}
        onClick={onClick}
        onPointerMove={dragByMouse}
      >
        {isBroken ? (
          <p role="alert">{t('The picture couldn’t be loaded')}</p>
        ) : (
          <>
            {!size && <Loader />}
            <Frame ref={frame} hidden={!size} style={size && shownSize(size, quarters)}>
              <img
                key={whole}
                src={whole}
                alt={label}
                draggable={false}
                style={{ ...size, rotate: `${quarters * 90}deg` }}
                onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
                  setNatural({ width, height })
                }
                onError={() => setBroken(true)}
              />
              {over?.(quarters)}
            </Frame>
          </>
        )}
      </Stage>
    </Sheet>,
    document.body,
  );
}

/** A picture on its side takes its height as width. */
const shownSize = ({ width, height }: Size, quarters: number): Size =>
  quarters % 2 === 0 ? { width, height } : { width: height, height: width };

const Sheet = styled.dialog`
  width: 100%;
  max-width: 100%;
  height: 100dvh;
  max-height: 100dvh;
  margin: 0;
  padding: 0;
  border: 0;
  background: ${color.sunk};
  color: ${color.ink};

  &[open] { display: grid; grid-template: auto minmax(0, 1fr) / minmax(0, 1fr); }
`;

/** The dialog leaves the gutter of the page's scroll bar out. */
const Gutter = createGlobalStyle`
  :root:root:has(dialog[open]) { background: ${color.sunk}; }
`;

const Bar = styled.div`
  display: flex;
  gap: ${space(1)};
  align-items: center;
  padding: ${space(1)} ${space(2)} ${space(1)} ${space(4)};
`;

const Position = styled.span`
  flex: 1;
  font-weight: 600;
  font-size: ${text.small};
`;

/** The browser pans with one finger; two fingers are the viewer's. */
const Stage = styled.div<{ $isZoomed: boolean }>`
  display: grid;
  overflow: auto;
  overscroll-behavior: contain;
  touch-action: pan-x pan-y;
  cursor: ${({ $isZoomed }) => ($isZoomed ? 'grab' : 'zoom-in')};

  > * { margin: auto; }
`;

/** Its layout has the size of the rotated picture, which scrolling follows. */
const Frame = styled.div`
  position: relative;
  display: grid;
  place-content: center;
  overflow: hidden;

  &[hidden] { display: none; }
  > img { max-width: none; user-select: none; }
`;
