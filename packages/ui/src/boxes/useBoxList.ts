import { plural, t } from '@piecework/i18n';
import { useEffect, useRef, useState } from 'react';
import { type Rectangle, turned } from './geometry';
import { type Box, type BoxLabel, nameOf, spokenBox } from './labels';

interface BoxListOptions {
  labels: readonly BoxLabel[];
  boxes: readonly Box[];
  /** Number of boxes. */
  most: number;
  /** Rotation of the picture to the right: rectangles are given and spoken as they are seen. */
  quarters: number;
  onChange(boxes: Box[]): void;
}

/** Changes boxes, keeps which one is selected and what undoes the changes, and announces them. */
export const useBoxList = ({ labels, boxes, most, quarters, onChange }: BoxListOptions) => {
  const [label, setLabel] = useState(labels[0]?.value ?? '');
  const [selected, select] = useState(-1);
  const [message, setMessage] = useState('');
  const [former, setFormer] = useState<readonly (readonly Box[])[]>([]);
  /** Presses of one key are one change. */
  const lastKind = useRef('');
  /** What the list was when the parent last took it: two changes may come before the next render. */
  const latest = useRef(boxes);
  useEffect(() => {
    latest.current = boxes;
  }, [boxes]);

  const change = (next: Box[], kind: string) => {
    const before = latest.current;
    if (kind === '' || kind !== lastKind.current) setFormer((list) => [...list, before]);
    lastKind.current = kind;
    latest.current = next;
    onChange(next);
  };
  const announce = (box: Box, at: number, count: number) =>
    setMessage(spokenBox(nameOf(labels, box.label), at, count, turned(box, quarters)));
  const stored = (seen: Rectangle) => turned(seen, -quarters);

  const add = (seen: Rectangle): boolean => {
    const list = latest.current;
    if (list.length >= most) {
      setMessage(plural(most, 'You can draw one box only.', 'You can draw up to {count} boxes.'));
      return false;
    }
    const box = { label, ...stored(seen) };
    change([...list, box], '');
    announce(box, list.length, list.length + 1);
    select(list.length);
    return true;
  };
  const put = (at: number, changed: Partial<Box>, kind = '') => {
    const list = [...latest.current];
    const box = list[at];
    if (!box) return;
    const next = { ...box, ...changed };
    if (JSON.stringify(next) === JSON.stringify(box)) return;
    list[at] = next;
    change(list, kind);
    announce(next, at, list.length);
  };

  return {
    label,
    selected,
    select,
    message,
    canUndo: former.length > 0,
    add,
    /** @param kind of a key that may be pressed again */
    place: (at: number, seen: Rectangle, kind?: string) => put(at, stored(seen), kind && `${kind}-${at}`),
    /** Of the selected box, and of those that are drawn next. */
    choose: (value: string) => {
      setLabel(value);
      if (latest.current[selected]) put(selected, { label: value });
      else setMessage(t('Next box: {label}', { label: nameOf(labels, value) }));
    },
    remove: () => {
      const list = latest.current;
      if (!list[selected]) return;
      change(
        list.filter((_, at) => at !== selected),
        '',
      );
      setMessage(t('Box {number} deleted', { number: selected + 1 }));
      select(-1);
    },
    undo: () => {
      const before = former.at(-1);
      if (!before) return;
      setFormer(former.slice(0, -1));
      lastKind.current = '';
      latest.current = before;
      onChange([...before]);
      select(-1);
      setMessage(plural(before.length, 'Undone: {count} box is left', 'Undone: {count} boxes are left'));
    },
  };
};
