import { localDigits, t } from '@piecework/i18n';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { styled } from 'styled-components';
import { Button } from '../actions/Button';
import { IconButton } from '../actions/IconButton';
import { KeyCap } from '../actions/KeyCap';
import { FieldNotes, fieldLabel, useField } from '../forms/Field';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { plainFieldset } from '../mixins';
import { useZoom } from '../pictures/useZoom';
import { ZOOM_STEP } from '../pictures/zoom';
import { color, media, radius, space } from '../tokens';
import { BoxOutline } from './BoxOutline';
import { moved, type Point, resized, turned } from './geometry';
import { type Box, type BoxLabel, colorOf, nameOf, spokenBox } from './labels';
import { useBoxList } from './useBoxList';
import { useBoxPointer } from './useBoxPointer';

export interface BoxEditorProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  labels: readonly BoxLabel[];
  boxes: readonly Box[];
  /** Number of boxes. */
  most: number;
  /** `whole` loads when the picture is enlarged. Undefined: the row has none yet. */
  picture: { src: string; srcSet?: string | undefined; sizes?: string; whole: string } | undefined;
  /** Focuses the picture. */
  focusRef?: Ref<{ focus(): void }>;
  onChange(boxes: Box[]): void;
}

/** Of the picture, by one press of an arrow key; finer when it is enlarged. */
const STEP = 0.01;
/** Pixels by which an arrow key moves an enlarged picture. */
const PAN = 80;
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** '3', '৩' → 2; '0' → 9: index of the option that a digit chooses. */
const indexOf = (key: string): number => {
  const digit = '0123456789'.indexOf(key) + 1 || '০১২৩৪৫৬৭৮৯'.indexOf(key) + 1;
  return digit === 0 ? -1 : (digit + 8) % 10;
};

/** A picture on which boxes with labels are drawn, by pointer, touch and keyboard (P-15.11). */
export function BoxEditor(props: BoxEditorProps) {
  const { label, hint, error, labels, boxes, most, picture, focusRef, onChange } = props;
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [quarters, setQuarters] = useState(0);
  const [isBroken, setBroken] = useState(false);
  const { zoom, zoomBy, zoomTo, size, setNatural } = useZoom(stage, frame, {
    isOnItsSide: quarters % 2 !== 0,
    most: Number.POSITIVE_INFINITY,
  });
  const list = useBoxList({ labels, boxes, most, quarters, onChange });
  const seen = boxes.map((box) => turned(box, quarters));
  const pointer = useBoxPointer({
    frame,
    boxes: seen,
    selected: list.selected,
    onSelect: (at) => focusOn(at),
    onPlace: (at, rectangle) => {
      if (at >= 0) list.place(at, rectangle);
      else if (list.add(rectangle)) focusOn(boxes.length);
    },
  });
  useImperativeHandle(focusRef, () => ({ focus: () => stage.current?.focus() }), []);
  const field = useField({ hint, error });

  /** Index of the box to focus once it is there; -1: the picture. */
  const next = useRef<number>(undefined);
  const focusOn = (at: number) => {
    next.current = at;
    list.select(at);
  };
  // An effect after painting may run between the press that adds a box and its render.
  useLayoutEffect(() => {
    if (next.current === undefined) return;
    const box = stage.current?.querySelector<HTMLElement>(`[data-box='${next.current}']`);
    (box ?? stage.current)?.focus({ preventScroll: true });
    next.current = undefined;
  });

  const rotate = (by: number) => {
    setQuarters(quarters + by);
    zoomTo(1);
  };
  /** In the middle of what is seen of the picture. */
  const addInMiddle = () => {
    const [all, part] = [frame.current, stage.current].map((element) => element?.getBoundingClientRect());
    const shareOf = (from: number, length: number, start: number, whole: number) =>
      whole > 0 ? Math.min(1, Math.max(0, (from + length / 2 - start) / whole)) : 0.5;
    const middle = {
      x: all && part ? shareOf(part.left, part.width, all.left, all.width) : 0.5,
      y: all && part ? shareOf(part.top, part.height, all.top, all.height) : 0.5,
    };
    const side = 0.2 / zoom;
    const box = moved({ x: 0, y: 0, width: side, height: side }, { x: middle.x - side / 2, y: middle.y - side / 2 });
    if (list.add(box)) focusOn(boxes.length);
  };
  const leave = () => focusOn(-1);
  const remove = () => {
    list.remove();
    next.current = -1;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, code, shiftKey } = event;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !shiftKey && code === 'KeyZ') {
      list.undo();
      next.current = -1;
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = Number((event.target as HTMLElement).dataset.box ?? -1);
    const box = seen[at];
    const arrow = ARROWS[key];
    const option = labels[indexOf(key)];
    if (box && arrow) {
      const by = { x: (arrow.x * STEP) / zoom, y: (arrow.y * STEP) / zoom };
      list.place(at, (shiftKey ? resized : moved)(box, by), shiftKey ? 'size' : 'place');
    } else if (box && (key === 'Delete' || key === 'Backspace')) remove();
    else if (box && key === 'Escape') leave();
    else if (arrow && event.target === stage.current && zoom > 1) stage.current?.scrollBy(arrow.x * PAN, arrow.y * PAN);
    else if (option) list.choose(option.value);
    else if (code === 'KeyN') addInMiddle();
    else if (code === 'KeyR') rotate(shiftKey ? -1 : 1);
    else if (key === '+' || key === '=') zoomBy(ZOOM_STEP);
    else if (key === '-') zoomBy(1 / ZOOM_STEP);
    else return;
    event.preventDefault();
  };

  const isFull = boxes.length >= most;
  const drawn = pointer.shown?.at === -1 ? pointer.shown.rectangle : undefined;
  const current = boxes[list.selected]?.label ?? list.label;
  return (
    <Editor onKeyDown={onKeyDown}>
      <legend id={`${field.id}-label`}>{label}</legend>
      <Labels role="group" aria-label={t('Labels')}>
        {labels.map(({ value, label: name }, at) => (
          <LabelButton
            key={value}
            type="button"
            aria-pressed={value === current}
            style={{ '--box': colorOf(labels, value) } as React.CSSProperties}
            onClick={() => list.choose(value)}
          >
            {at < 10 && <KeyCap aria-hidden>{localDigits(String((at + 1) % 10))}</KeyCap>}
            <span>{name}</span>
          </LabelButton>
        ))}
      </Labels>
      <Stage
        ref={stage}
        {...field.attributes}
        role="application"
        aria-labelledby={`${field.id}-label`}
        aria-describedby={[field.attributes['aria-describedby'], `${field.id}-keys`].filter(Boolean).join(' ')}
        tabIndex={0}
        data-boxes
        onFocus={({ target }) => list.select(Number(target.dataset.box ?? -1))}
      >
        {isBroken || !picture ? (
          <p role={isBroken ? 'alert' : undefined}>
            {isBroken ? t('The picture couldn’t be loaded') : t('The picture of the row appears here')}
          </p>
        ) : (
          <Frame ref={frame} style={size && shownSize(size, quarters)} {...pointer.handlers}>
            <img
              src={zoom > 1 ? picture.whole : picture.src}
              srcSet={zoom > 1 ? undefined : picture.srcSet}
              sizes={zoom > 1 ? undefined : picture.srcSet && picture.sizes}
              alt=""
              draggable={false}
              hidden={!size}
              style={{ ...size, rotate: `${quarters * 90}deg` }}
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
                // The whole picture has the same shape.
                if (!size) setNatural({ width, height });
              }}
              onError={() => setBroken(true)}
            />
            {seen.map((box, at) => (
              <EditedBox
                // biome-ignore lint/suspicious/noArrayIndexKey: a box has no other name
                key={at}
                at={at}
                count={boxes.length}
                {...(pointer.shown?.at === at ? pointer.shown.rectangle : box)}
                color={colorOf(labels, boxes[at]?.label ?? '')}
                name={nameOf(labels, boxes[at]?.label ?? '')}
                isSelected={at === list.selected}
              />
            ))}
            {drawn && (
              <BoxOutline
                box={drawn}
                color={colorOf(labels, list.label)}
                number={boxes.length + 1}
                name={nameOf(labels, list.label)}
              />
            )}
          </Frame>
        )}
      </Stage>
      <Tools>
        <Button variant="secondary" size="small" icon="add" aria-disabled={isFull || undefined} onClick={addInMiddle}>
          {t('New box')}
        </Button>
        <Button variant="quiet" size="small" disabled={list.selected < 0} icon="delete" onClick={remove}>
          {t('Delete')}
        </Button>
        <Button variant="quiet" size="small" disabled={!list.canUndo} onClick={() => list.undo()}>
          {t('Undo')}
        </Button>
        <span>{t('{count} of {most}', { count: boxes.length, most })}</span>
        <IconButton label={t('Rotate')} icon="retry" onClick={() => rotate(1)} />
        <IconButton label={t('Zoom out')} icon="zoomOut" onClick={() => zoomBy(1 / ZOOM_STEP)} />
        <IconButton label={t('Zoom in')} icon="zoomIn" onClick={() => zoomBy(ZOOM_STEP)} />
      </Tools>
      <Keys id={`${field.id}-keys`}>
        {t(
          'Drag to draw a box; drag a selected box or its corners to change it. Keys: N new box, Tab next box, arrows move, Shift + arrows resize, digits choose the label, Delete deletes, Ctrl + Z undoes, + and − zoom, R rotates, Escape leaves the box.',
        )}
      </Keys>
      <FieldNotes hint={hint} error={error} field={field} />
      <VisuallyHidden role="status">{list.message}</VisuallyHidden>
    </Editor>
  );
}

interface EditedBoxProps {
  at: number;
  count: number;
  x: number;
  y: number;
  width: number;
  height: number;
  color: string;
  name: string;
  isSelected: boolean;
}

/** Rendered again only when it changes: a drag moves one of many. */
const EditedBox = memo(({ at, count, x, y, width, height, color: ofLabel, name, isSelected }: EditedBoxProps) => {
  const box = { x, y, width, height };
  return (
    <BoxOutline
      box={box}
      color={ofLabel}
      number={at + 1}
      name={name}
      hasCorners={isSelected}
      role="group"
      aria-roledescription={t('box')}
      aria-label={spokenBox(name, at, count, box)}
      tabIndex={0}
      data-box={at}
    />
  );
});

/** A picture on its side takes its height as width. */
const shownSize = ({ width, height }: { width: number; height: number }, quarters: number) =>
  quarters % 2 === 0 ? { width, height } : { width: height, height: width };

const Editor = styled.fieldset`
  ${plainFieldset}
  display: grid;
  gap: ${space(2)};
  min-width: 0;

  > legend { ${fieldLabel} margin-bottom: ${space(2)}; font-family: inherit; font-size: inherit; }
`;

const Labels = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  max-height: 9rem;
  overflow-y: auto;
`;

const LabelButton = styled.button`
  display: inline-flex;
  gap: ${space(2)};
  align-items: center;
  min-height: 36px;
  padding: ${space(1)} ${space(3)};
  border: 1px solid ${color.edge};
  border-inline-start: 8px solid var(--box);
  border-radius: ${radius.control};
  background: ${color.surface};
  color: ${color.ink};
  font: inherit;
  cursor: pointer;

  &[aria-pressed='true'] { background: ${color.primarySoft}; font-weight: 600; box-shadow: inset 0 0 0 2px ${color.primary}; }
  &:focus-visible { outline: 2px solid ${color.primary}; outline-offset: -2px; }
  @media (forced-colors: active) {
    &[aria-pressed='true'] { border-color: Highlight; border-width: 3px; }
  }
  ${media.phone} { min-height: 44px; }
`;

/** One finger draws, two zoom and move the picture. */
const Stage = styled.div`
  display: grid;
  height: min(60dvh, 40rem);
  overflow: auto;
  overscroll-behavior: contain;
  border: 1px solid ${color.line};
  border-radius: ${radius.control};
  background: ${color.sunk};
  scroll-margin-top: calc(var(--table-top, 0px) + ${space(4)});

  &[aria-invalid='true'] { border-color: ${color.madder}; }
  &:focus-visible { outline: 2px solid ${color.primary}; outline-offset: 2px; }
  > * { margin: auto; }
  ${media.phone} { height: 45dvh; }
`;

const Frame = styled.div`
  position: relative;
  display: grid;
  place-content: center;
  touch-action: none;
  cursor: crosshair;

  > img { max-width: none; user-select: none; }
  > img[hidden] { display: block; width: 0; height: 0; }
`;

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)};
  align-items: center;

  > span { margin-inline: auto; color: ${color.soft}; font-variant-numeric: tabular-nums; }
`;

/** Of no use without a keyboard, but for a reader of the screen. */
const Keys = styled.p`
  margin: 0;
  color: ${color.soft};
  font-size: 0.8125rem;

  @media (hover: none) {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;
