import type { FieldKind } from '@piecework/contracts';
import { useEffect, useRef, useState } from 'react';
import { draftsIn, type FieldDraft, newDraft } from './field-draft';
import { KIND_LABELS } from './kinds';

/** The id of an input or a button of a field. */
export const idOf = ({ id }: FieldDraft, part: string): string => `form-${id}-${part}`;

export const nameOf = ({ label }: FieldDraft, at: number): string => label.trim() || `Field ${at + 1}`;

export interface Removed {
  draft: FieldDraft;
  at: number;
}

interface FieldListProps {
  read(): string;
  write(text: string): void;
}

/** Changes the fields, moves the focus with them, and announces what a reader of the screen does not see. */
export const useFieldList = ({ read, write }: FieldListProps) => {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [removed, setRemoved] = useState<Removed | null>(null);
  const [message, setMessage] = useState('');
  /** Of the element to focus once it is there. */
  const next = useRef<string>(undefined);
  useEffect(() => {
    const element = next.current && document.getElementById(next.current);
    if (!element) return;
    next.current = undefined;
    element.focus();
  });

  const store = (drafts: readonly FieldDraft[]) => write(JSON.stringify(drafts));

  const add = (kind: FieldKind) => {
    const drafts = draftsIn(read());
    const draft = newDraft(kind, drafts);
    store([...drafts, draft]);
    setRemoved(null);
    setOpened(new Set([draft.id]));
    setMessage(`${KIND_LABELS[kind]} added as field ${drafts.length + 1}.`);
    next.current = idOf(draft, 'label');
  };

  const change = (changed: FieldDraft) =>
    store(draftsIn(read()).map((draft) => (draft.id === changed.id ? changed : draft)));

  const move = (id: string, by: -1 | 1) => {
    const drafts = draftsIn(read());
    const from = drafts.findIndex((draft) => draft.id === id);
    const [draft, other] = [drafts[from], drafts[from + by]];
    if (!draft || !other) return;
    const moved = [...drafts];
    [moved[from], moved[from + by]] = [other, draft];
    store(moved);
    setMessage(`${nameOf(draft, from)} is now field ${from + by + 1} of ${drafts.length}.`);
    // A browser drops the focus of an element that moves in the document.
    next.current = document.activeElement?.id;
  };

  const remove = (id: string) => {
    const drafts = draftsIn(read());
    const at = drafts.findIndex((draft) => draft.id === id);
    const draft = drafts[at];
    if (!draft) return;
    store(drafts.filter((one) => one !== draft));
    setRemoved({ draft, at });
    next.current = UNDO_ID;
  };

  const undo = ({ draft, at }: Removed) => {
    const drafts = draftsIn(read());
    store([...drafts.slice(0, at), draft, ...drafts.slice(at)]);
    setRemoved(null);
    setMessage(`${nameOf(draft, at)} is back.`);
    next.current = idOf(draft, 'toggle');
  };

  const toggle = (id: string) =>
    setOpened((ids) => new Set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]));
  const open = (ids: readonly string[]) => setOpened((now) => new Set([...now, ...ids]));

  return { opened, removed, message, add, change, move, remove, undo, toggle, open };
};
export type FieldList = ReturnType<typeof useFieldList>;

export const UNDO_ID = 'form-undo';
