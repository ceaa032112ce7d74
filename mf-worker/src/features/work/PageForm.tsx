import type { FormField } from '@piecework/contracts';
import { drawnColumns, fieldsForRow } from '@piecework/contracts/forms';
import { localDigits, t, translated } from '@piecework/i18n';
import { Button, KeyCap, LinkedParagraph, Notice, Row, Seam, Stack } from '@piecework/ui';
import { color, media, quietText, space, text } from '@piecework/ui/styles';
import { useServerNow } from '@piecework/web-kit';
import {
  AnswerFields,
  type AnswerValues,
  answerFieldOf,
  answersOf,
  emptyAnswers,
  inputNameOf,
  RowPictures,
  RowTexts,
  rowTitle,
} from '@piecework/web-kit/answer-form';
import { DraftNotice, type UseFormReturn, useDraft, useForm } from '@piecework/web-kit/forms';
import { type FormEvent, Fragment, useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { enterRow, useWorkKeys } from './useWorkKeys';
import type { HeldPage, Refusal, WorkSession } from './work-session';

interface PageFormProps {
  taskId: string;
  /** Of the task, with placeholders. */
  detail: string | undefined;
  fields: readonly FormField[];
  held: HeldPage;
  /** The page came back. */
  refusal: Refusal | undefined;
  session: WorkSession;
  /** Shown after another page, so that it takes the focus. */
  isNext: boolean;
  /** Keeps whether the page has answers. */
  isBegun: { current: boolean };
}

/** The rows of a page, each with its fields; they are submitted together. */
export const PageForm = (props: PageFormProps) => {
  const { taskId, detail, fields, held, refusal, session, isNext, isBegun } = props;
  const { page } = held;
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<AnswerValues>({
    defaultValues: emptyAnswers(
      fields,
      page.rows.map(() => ({})),
    ),
  });
  const draft = useDraft(form, `work-${taskId}-${page.number}`);
  const faults = Object.entries(refusal?.fields ?? {}).map(
    ([path, message]) => [answerFieldOf(path), message] as const,
  );
  const isAtFields = faults.length > 0 && faults.every(([name]) => name in form.getValues());

  const submit = () => {
    form.clearErrors();
    void form.handleSubmit((values) =>
      session.submit(page, answersOf(fields, values, page.rows.length), draft.clear),
    )();
  };
  const check = (row: number) =>
    form.trigger(
      fields.map((field) => inputNameOf(field, row)),
      { shouldFocus: true },
    );
  useWorkKeys({ form: element, fields, rows: page.rows.length, check, submit });
  useArrival(form, element, { faults, isNext });
  useEffect(() => {
    const { answers } = answersOf(fields, form.getValues(), page.rows.length);
    isBegun.current = answers.some((answer) => Object.keys(answer).length > 0);
  });

  const drawnOn = drawnColumns(fields);
  const hasPicture = page.columns.some(({ name, kind }) => kind === 'picture' && !drawnOn.has(name));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <Stack
      as="form"
      ref={element}
      gap={6}
      noValidate
      onSubmit={onSubmit}
      aria-label={t('Page {page}', { page: page.number })}
    >
      {refusal && !isAtFields && (
        <Notice tone="bad">
          <Stack gap={2} align="flex-start">
            <span>{translated(refusal.message)}</span>
            {refusal.isFinal && (
              <Button
                variant="secondary"
                size="small"
                onClick={() => {
                  draft.clear();
                  session.skip();
                }}
              >
                {t('Go to the next page')}
              </Button>
            )}
          </Stack>
        </Notice>
      )}
      {isAtFields && <Notice tone="bad">{t('This page wasn’t taken. Please check the marked answers.')}</Notice>}
      <Lapse held={held} />
      {draft.isRestored && !refusal && <DraftNotice draft={draft} />}
      <Keys fields={fields} hasPicture={hasPicture} />
      {page.rows.map(({ number, values, text }, at) => {
        const filled = fieldsForRow(fields, values);
        // The picture of a row is the field: boxes are drawn on it.
        const drawn = filled.filter(({ kind }) => kind === 'boxes');
        const others = filled.filter(({ kind }) => kind !== 'boxes');
        const ofRow = { form, row: at, values };
        return (
          <Fragment key={number}>
            {at > 0 && <Seam />}
            <RowSection data-row={at} aria-labelledby={`row-${at}`}>
              <h2 id={`row-${at}`}>{rowTitle(page, at)}</h2>
              {text !== detail && <LinkedParagraph text={text} />}
              <Sides>
                <Seen>
                  {drawn.length > 0 && <AnswerFields fields={drawn} {...ofRow} />}
                  <Pictures data-pictures>
                    <RowPictures page={page} at={at} fields={fields} priority />
                  </Pictures>
                  <RowTexts page={page} at={at} />
                </Seen>
                {others.length > 0 && (
                  <Stack gap={5}>
                    <AnswerFields fields={others} {...ofRow} hasKeys />
                  </Stack>
                )}
              </Sides>
            </RowSection>
          </Fragment>
        );
      })}
      <Row>
        <Button type="submit">{t('Submit page')}</Button>
      </Row>
    </Stack>
  );
};

interface Arrival {
  faults: readonly (readonly [field: string, message: string])[];
  isNext: boolean;
}

/** Shows the faults of a page that came back; the first field of a next page takes the focus. Once: the page has a key. */
const useArrival = (
  form: UseFormReturn<AnswerValues>,
  element: { readonly current: HTMLFormElement | null },
  arrival: Arrival,
) => {
  const first = useRef({ form, element, ...arrival });
  useEffect(() => {
    const { form, element, faults, isNext } = first.current;
    if (isNext && element.current) enterRow(element.current, 0);
    const known = faults.filter(([name]) => name in form.getValues());
    known.forEach(([name, message], index) => {
      form.setError(name, { type: 'server', message }, { shouldFocus: index === 0 });
    });
  }, []);
};

/** The hold of the shown page has ended. */
const Lapse = ({ held: { expiresAt } }: { held: HeldPage }) =>
  Date.parse(expiresAt) <= useServerNow() && (
    <Notice tone="warn">
      {t('Your hold on this page has ended. Submit right away, before another worker takes it.')}
    </Notice>
  );

const keysOf = (fields: readonly FormField[], hasPicture: boolean): (readonly [key: string, action: string])[] => {
  const has = (...kinds: FormField['kind'][]) => fields.some(({ kind }) => kinds.includes(kind));
  return [
    ...(has('choice', 'choices') ? [[localDigits('1–9'), t('Choose an option')] as const] : []),
    ['Tab', t('Next field')],
    ['Enter', t('Next row, or submit')],
    ...(has('longText') ? [['Shift + Enter', t('The same, in a long text')] as const] : []),
    ...(hasPicture ? [['Z', t('Enlarge the picture')] as const] : []),
  ];
};

const Keys = ({ fields, hasPicture }: { fields: readonly FormField[]; hasPicture: boolean }) => (
  <KeyList aria-label={t('Keys')}>
    {keysOf(fields, hasPicture).map(([key, action]) => (
      <li key={key}>
        <KeyCap>{key}</KeyCap> <span>{action}</span>
      </li>
    ))}
  </KeyList>
);

/** Of no use without a keyboard. */
const KeyList = styled.ul`
  ${quietText}
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(5)};
  margin: 0;
  padding: 0;
  list-style: none;

  kbd { color: ${color.ink}; }
  @media (hover: none) { display: none; }
`;

const RowSection = styled.section`
  display: grid;
  gap: ${space(3)};
  min-width: 0;
  scroll-margin-top: calc(var(--table-top, 0px) + ${space(4)});

  > h2 { margin: 0; font-size: ${text.lead}; overflow-wrap: anywhere; }
`;

/** On a phone and a tablet the picture stays above the fields while they scroll, on a desk beside them. */
const Sides = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  min-width: 0;

  /* The focus never goes below the picture. */
  ${media.tall} {
    :is(input, textarea, select) { scroll-margin-top: calc(var(--table-top, 0px) + 45dvh); }
  }
  ${media.desk} {
    :is(input, textarea, select) { scroll-margin-top: 0; }
    display: grid;

    &:has(> :nth-child(2)) { grid-template-columns: minmax(0, 1.4fr) minmax(min(20rem, 45%), 1fr); }
    gap: ${space(8)};
    align-items: start;
  }
`;

const Seen = styled.div`
  display: contents;

  ${media.desk} {
    position: sticky;
    top: calc(var(--table-top, 0px) + ${space(4)});
    display: grid;
    gap: ${space(4)};
    min-width: 0;
  }
`;

const Pictures = styled.div`
  z-index: 1;
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 9rem), 1fr));
  gap: ${space(2)};
  background: ${color.paper};

  &:empty { display: none; }
  > * > :first-child { max-height: 40dvh; }
  ${media.tall} {
    position: sticky;
    top: var(--table-top, 0px);
  }
  ${media.desk} {
    position: static;
    > * > :first-child { max-height: 75dvh; }
  }
`;
