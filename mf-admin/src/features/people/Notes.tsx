import type { Person } from '@piecework/contracts';
import { PERSON_NOTE_DAYS } from '@piecework/contracts/constants';
import { maxUnits, personNoteRule } from '@piecework/contracts/field-rules';
import { Button, Card, Clamp, Failure, Notice, Pager, Row, Skeleton, Stack, TextArea } from '@piecework/ui';
import { color, plainList, space, text } from '@piecework/ui/styles';
import { call } from '@piecework/web-kit';
import { fieldOf, useForm, useSubmit } from '@piecework/web-kit/forms';
import { PAGE_SIZE } from '@piecework/web-kit/list';
import { Moment } from '@piecework/web-kit/moment';
import { refresh, useApiList } from '@piecework/web-kit/query';
import { useState } from 'react';
import { styled } from 'styled-components';
import { PersonLink } from './PersonLink';

export function Notes({ person: { _id: id, closed } }: { person: Person }) {
  return (
    <Card aria-labelledby="person-notes">
      <Stack gap={3}>
        <h2 id="person-notes">Notes</h2>
        <Hint>
          {closed
            ? `Only admins read them. They’re deleted ${PERSON_NOTE_DAYS} days after the closing.`
            : 'Only admins read them.'}
        </Hint>
        <AddNote id={id} />
        <NoteList id={id} />
      </Stack>
    </Card>
  );
}

function AddNote({ id }: { id: string }) {
  const form = useForm({ defaultValues: { text: '' } });
  const [isAdded, setAdded] = useState(false);
  const { onSubmit, isSending, failure } = useSubmit(form, async ({ text: typed }, { key }) => {
    await call('POST /admin/people/{id}/notes', { params: { id }, body: { text: typed.trim() }, key });
    form.reset();
    setAdded(true);
    refresh('GET /admin/people/{id}/notes', 'GET /admin/people/{id}', 'GET /admin/trail');
  });
  return (
    <Stack as="form" gap={3} noValidate onSubmit={onSubmit} onChange={() => setAdded(false)}>
      <TextArea
        label="New note"
        rows={2}
        maxLength={maxUnits(personNoteRule)}
        {...fieldOf(form, 'text', personNoteRule)}
      />
      {failure && <Notice tone="bad">{failure}</Notice>}
      <Row gap={3}>
        <Button type="submit" size="small" busy={isSending}>
          Add note
        </Button>
        <Hint role="status">{isAdded ? 'Added' : ''}</Hint>
      </Row>
    </Stack>
  );
}

function NoteList({ id }: { id: string }) {
  const [page, goTo] = useState(1);
  const query = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const { data, error, refetch } = useApiList('GET /admin/people/{id}/notes', { params: { id }, query });
  if (error && !data) return <Failure text={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton shape="text" count={2} />;
  if (data.total === 0) return <Hint>No notes yet.</Hint>;
  return (
    <>
      <List>
        {data.rows.map(({ _id, text: note, at, authorEmail }) => (
          <li key={_id}>
            <Clamp text={note} lines={4} />
            <Hint as="div">
              <PersonLink of={authorEmail} />
              <span> · </span>
              <Moment at={at} />
            </Hint>
          </li>
        ))}
      </List>
      <Pager page={page} pages={Math.ceil(data.total / PAGE_SIZE)} onPage={goTo} label="Notes" />
    </>
  );
}

const Hint = styled.p`
  margin: 0;
  color: ${color.soft};
  font-size: ${text.small};
`;

const List = styled.ul`
  ${plainList}
  display: grid;
  gap: ${space(3)};

  li { padding-top: ${space(3)}; border-top: 2px dashed ${color.line}; }
`;
