import type { Found } from '@piecework/contracts';
import { MIN_SEARCH_LENGTH } from '@piecework/contracts/constants';
import { Card, Empty, Failure, formatCoins, Page, Skeleton, Stack, Status } from '@piecework/ui';
import { color, plainList, space, text } from '@piecework/ui/styles';
import { usePageTitle } from '@piecework/web-kit';
import { ListSearch, LONG_PAGE_SIZE, useListParams } from '@piecework/web-kit/list';
import { useApiQuery } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { paths } from '../../paths';
import { counted } from '../list/list-elements';
import { PersonLink } from '../people/PersonLink';
import { ROLE_NAMES } from '../users/user-confirmations';

interface Hit {
  id: string;
  to: string;
  title: string;
  /** Names and codes. */
  isFixed?: boolean;
  status?: string;
  note?: string;
  /** Absent: the hit is the person. */
  email?: string;
}

/** Groups without a hit are left out. */
const groupsOf = (found: Found): { title: string; hits: Hit[] }[] =>
  [
    {
      title: 'People',
      hits: found.people.map(({ userId, userName, userEmail, userRole, closed }) => ({
        id: userId,
        to: paths.person(userId),
        title: userName,
        isFixed: true,
        note: `${userEmail} · ${closed ? 'closed' : ROLE_NAMES[userRole]}`,
      })),
    },
    {
      title: 'Tasks',
      hits: found.tasks.map(({ _id, title, isListed, personId, personEmail }) => ({
        id: _id,
        // Nothing is left at the address of a deleted task.
        to: isListed ? paths.task(_id) : paths.person(personId, { view: 'trail' }),
        title,
        ...(!isListed && { note: 'deleted' }),
        email: personEmail,
      })),
    },
    {
      title: 'Submissions',
      hits: found.submissions.map(({ _id, title, taskId, status, personId, personEmail }) => ({
        id: _id,
        to: paths.person(personId, { view: 'work', task: taskId }),
        title,
        status,
        email: personEmail,
      })),
    },
    {
      title: 'Withdrawals',
      hits: found.withdrawals.map(({ _id, coins, status, mask, reference, personId, personEmail }) => ({
        id: _id,
        to: paths.person(personId, { view: 'withdrawals' }),
        title: `${formatCoins(coins)} coins`,
        status,
        note: [mask && `•••${mask}`, reference].filter(Boolean).join(' · '),
        email: personEmail,
      })),
    },
    {
      title: 'Payments',
      hits: found.payments.map(({ _id, coins, state, personId, personEmail }) => ({
        id: _id,
        to: paths.person(personId, { view: 'payments' }),
        title: `${formatCoins(coins)} coins`,
        status: state,
        note: _id,
        email: personEmail,
      })),
    },
  ].filter(({ hits }) => hits.length > 0);

/** The arrow keys move between the field and the hits. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a[data-hit]')];
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
};

/** P-13.12. */
export default function AdminSearch() {
  usePageTitle('Search');
  const params = useListParams(LONG_PAGE_SIZE);
  const q = params.get('q').trim();
  const box = useRef<HTMLDivElement>(null);
  // The page is for nothing else, and its shortcut leads to the field.
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  const openFirst = () => box.current?.querySelector<HTMLElement>('a[data-hit]')?.click();
  return (
    <Page title="Search" lead="Ctrl + K opens this page. The arrow keys move through what’s found, Enter opens it.">
      <Box ref={box} onKeyDown={moveFocus}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            openFirst();
          }}
        >
          <ListSearch label="Search by id, email, name, title, reference or end of an account number" params={params} />
        </form>
        {q.length >= MIN_SEARCH_LENGTH ? (
          <Results q={q} />
        ) : (
          <Empty
            seed="search"
            title="What are you looking for?"
            text={`Type at least ${MIN_SEARCH_LENGTH} characters.`}
          />
        )}
      </Box>
    </Page>
  );
}

function Results({ q }: { q: string }) {
  const { data, error, refetch } = useApiQuery('GET /admin/search', { query: { q } });
  if (error && !data) return <Failure text={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton shape="row" count={4} />;
  const groups = groupsOf(data);
  const total = groups.reduce((sum, { hits }) => sum + hits.length, 0);
  return (
    <Stack gap={4}>
      <Total role="status">{counted(total, 'result')}</Total>
      {total === 0 && <Empty seed="search" title="Nothing found" text="Check the spelling, or try a part of it." />}
      {groups.map(({ title, hits }) => (
        <Card key={title} aria-labelledby={`found-${title}`}>
          <h2 id={`found-${title}`}>{title}</h2>
          <Hits>
            {hits.map((hit) => (
              <li key={hit.id}>
                <HitLines {...hit} />
              </li>
            ))}
          </Hits>
        </Card>
      ))}
    </Stack>
  );
}

const HitLines = ({ to, title, isFixed, status, note, email }: Hit): ReactNode => (
  <>
    <Link data-hit to={to} translate={isFixed ? 'no' : undefined}>
      {title}
    </Link>
    {status && <Status status={status} />}
    {note && <span translate="no">{note}</span>}
    {email && <PersonLink of={email} />}
  </>
);

const Box = styled.div`
  display: grid;
  gap: ${space(5)};
`;

const Total = styled.p`
  margin: 0;
  color: ${color.soft};
`;

const Hits = styled.ul`
  ${plainList}

  li {
    display: flex;
    flex-wrap: wrap;
    gap: ${space(1)} ${space(3)};
    align-items: baseline;
    min-height: 44px;
    padding: ${space(2)} 0;
    border-top: 2px dashed ${color.line};
    color: ${color.soft};
    font-size: ${text.small};
    overflow-wrap: anywhere;
  }
  li:first-child { border: 0; }
  a[data-hit] { font-size: ${text.body}; font-weight: 600; }
`;
