import type { FieldKind } from '@piecework/contracts';
import { MAX_FIELDS } from '@piecework/contracts/constants';
import { Button, Notice, VisuallyHidden } from '@piecework/ui';
import { color, font, media, plainFieldset, plainList, quietText, space, text } from '@piecework/ui/styles';
import { type UseFormReturn, useWatch } from '@piecework/web-kit/forms';
import { Fragment, type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { TaskDraft } from '../tasks/posting';
import { FieldCard } from './FieldCard';
import { FormPreview } from './FormPreview';
import { draftsIn, type Faults, type FieldDraft, faultsOf, namesOf } from './field-draft';
import { type BatchFile, KIND_LABELS, kindsOf } from './kinds';
import { useDragOrder } from './useDragOrder';
import { type FieldList, nameOf, type Removed, UNDO_ID, useFieldList } from './useFieldList';

export { draftsIn, faultsOf, formOf } from './field-draft';

export interface FormBuilderProps {
  form: UseFormReturn<TaskDraft>;
  name: 'form';
  /** What the server found in this form, by path: 'form.fields.1.label'. */
  refused: { form: string; fields: Readonly<Record<string, string>> };
  /** Of a batch: its file, null before the upload. Undefined: of a task without rows. */
  file?: BatchFile | undefined;
}

/** Builds the form of a task. Its fields are one text of the page's form, so that the draft of the page has them. */
export default function FormBuilder({ form, name, refused, file }: FormBuilderProps) {
  const stored = useWatch({ control: form.control, name });
  const drafts = useMemo(() => draftsIn(stored), [stored]);
  const list = useFieldList({
    read: () => form.getValues(name),
    write: (value) => form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.submitCount > 0 }),
  });
  const rows = useRef<HTMLOListElement>(null);
  const drag = useDragOrder(rows, list.move);
  const faults = useShownFaults(drafts, { form, name, refused, file }, list, rows);
  const names = namesOf(drafts);

  return (
    <Frame data-builder onKeyDown={stayOnPage}>
      <Builder aria-labelledby="form-builder">
        <legend id="form-builder">Form</legend>
        <p>Add the fields that workers fill in. Their answers become the columns of your download.</p>
        <Rows ref={rows}>
          {drafts.map((draft, at) => (
            <Fragment key={draft.id}>
              {list.removed?.at === at && <Undo removed={list.removed} list={list} />}
              <FieldCard
                draft={draft}
                at={at}
                count={drafts.length}
                name={names[at] ?? ''}
                faults={faultsAt(faults, at)}
                isOpen={list.opened.has(draft.id)}
                isDragged={drag.dragged === draft.id}
                file={file}
                list={list}
                onDrag={drag.start(draft.id)}
              />
            </Fragment>
          ))}
          {list.removed && list.removed.at >= drafts.length && <Undo removed={list.removed} list={list} />}
        </Rows>
        {faults.has('') && <Notice tone="bad">{faults.get('')}</Notice>}
        <AddField kinds={kindsOf(file)} isFull={drafts.length >= MAX_FIELDS} onAdd={list.add} />
        <VisuallyHidden role="status">{list.message}</VisuallyHidden>
      </Builder>
      <FormPreview drafts={useDeferredValue(drafts)} file={file} />
    </Frame>
  );
}

/** Enter in an input would post the task. */
const stayOnPage = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
};

const faultsAt = (faults: Faults, at: number): Faults =>
  new Map(
    [...faults].flatMap(([place, message]) =>
      place.startsWith(`${at}.`) ? [[place.slice(`${at}.`.length), message] as const] : [],
    ),
  );

/** The faults of all fields that were there when the page was last submitted; then the first one gets the focus. */
const useShownFaults = (
  drafts: readonly FieldDraft[],
  { form, name, refused, file }: FormBuilderProps,
  list: FieldList,
  rows: { current: HTMLElement | null },
): Faults => {
  const { submitCount } = form.formState;
  const isBatch = file !== undefined;
  const [checked, setChecked] = useState<ReadonlySet<string>>();
  const wantsFocus = useRef(false);
  form.register(name, {
    validate: (value, { answerBy }) => answerBy === 'text' || faultsOf(draftsIn(value), isBatch).size === 0,
  });

  const byServer = refused.form === form.getValues(name) ? Object.entries(refused.fields) : [];
  const found = new Map([
    ...byServer.map(([path, message]) => [path.replace(/^form(\.fields)?\.?/, ''), message] as const),
    ...faultsOf(drafts, isBatch),
  ]);
  const shown = new Map(
    [...found].filter(
      ([place]) => checked && (place === '' || checked.has(drafts[Number.parseInt(place, 10)]?.id ?? '')),
    ),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per submission
  useEffect(() => {
    if (submitCount === 0) return;
    setChecked(new Set(drafts.map(({ id }) => id)));
    list.open(drafts.filter((_, at) => faultsAt(found, at).size > 0).map(({ id }) => id));
    if (byServer.length > 0) wantsFocus.current = true;
  }, [submitCount, refused]);
  useEffect(() => {
    const focus = () => {
      wantsFocus.current = true;
    };
    form.register(name).ref({ name, value: '', focus });
  }, [form, name]);
  useEffect(() => {
    const isClosed = drafts.some(({ id }, at) => faultsAt(shown, at).size > 0 && !list.opened.has(id));
    if (!wantsFocus.current || shown.size === 0 || isClosed) return;
    const first = rows.current?.querySelector<HTMLElement>('[aria-invalid]') ?? document.getElementById(FIRST_KIND_ID);
    if (!first) return;
    wantsFocus.current = false;
    first.focus();
  });
  return shown;
};

const Undo = ({ removed, list }: { removed: Removed; list: FieldList }) => (
  <li>
    <Notice tone="info">
      <span>{`“${nameOf(removed.draft, removed.at)}” was deleted.`}</span>{' '}
      <Button id={UNDO_ID} variant="quiet" size="small" onClick={() => list.undo(removed)}>
        Undo
      </Button>
    </Notice>
  </li>
);

const FIRST_KIND_ID = 'form-add';

interface AddFieldProps {
  kinds: readonly FieldKind[];
  isFull: boolean;
  onAdd(kind: FieldKind): void;
}

const AddField = ({ kinds, isFull, onAdd }: AddFieldProps) => (
  <Kinds>
    <legend>Add a field</legend>
    {kinds.map((kind, at) => (
      <Button
        key={kind}
        {...(at === 0 && { id: FIRST_KIND_ID })}
        variant="secondary"
        size="small"
        icon="add"
        aria-disabled={isFull || undefined}
        onClick={() => onAdd(kind)}
      >
        {KIND_LABELS[kind]}
      </Button>
    ))}
    {isFull && <p>{`A form can have at most ${MAX_FIELDS} fields.`}</p>}
  </Kinds>
);

const Frame = styled.div`
  display: grid;
  gap: ${space(5)};
  min-width: 0;

  ${media.desk} {
    grid-template-columns: inherit;
    column-gap: inherit;
  }
`;
const Builder = styled.fieldset`
  ${plainFieldset}
  display: grid;
  gap: ${space(4)};
  align-content: start;

  > legend { margin-bottom: ${space(2)}; padding: 0; font: 600 ${text.h3} / 1.3 ${font.head}; }
  p { ${quietText} margin: 0; }
`;
const Rows = styled.ol`
  ${plainList}
  display: grid;
  gap: ${space(3)};
  min-width: 0;

  &:empty { display: none; }
`;
const Kinds = styled.fieldset`
  ${plainFieldset}
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  padding: ${space(4)};
  border: 2px dashed ${color.line};
  border-radius: 12px;

  > legend { padding: 0 ${space(2)}; font-weight: 600; }
`;
