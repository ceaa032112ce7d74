import { useState } from 'react';
import { styled } from 'styled-components';
import {
  Avatar,
  Button,
  Card,
  Clamp,
  Coins,
  type Column,
  DataTable,
  Day,
  Dollars,
  Email,
  Empty,
  Fact,
  FactGrid,
  Facts,
  Figure,
  Figures,
  formatDuration,
  formatMoment,
  IconButton,
  LinkedText,
  ListTools,
  Pager,
  Row,
  SearchField,
  Segmented,
  Stack,
  Status,
  Steps,
  Thumbnails,
} from '../..';
import { Section, Show } from './Section';

interface Line {
  id: string;
  task: string;
  buyer: string;
  pay: number;
  status: string;
}

const LINES: readonly Line[] = [
  { id: '1', task: 'Photograph a shop shelf', buyer: 'Farah Ahmed', pay: 40, status: 'pending' },
  {
    id: '2',
    task: 'Read ten sentences aloud in Sylheti and send the recording as one file',
    buyer: 'Voices of the Delta',
    pay: 1200,
    status: 'approved',
  },
  { id: '3', task: 'Transcribe a receipt', buyer: 'Ledger Lab', pay: 5, status: 'reject' },
];

const COLUMNS: readonly Column<Line>[] = [
  { id: 'task', head: 'Task Name', cell: (line) => line.task, primary: true },
  { id: 'buyer', head: 'Buyer Name', cell: (line) => line.buyer },
  { id: 'pay', head: 'Payment Amount', cell: (line) => <Coins amount={line.pay} />, align: 'end' },
  { id: 'status', head: 'Status', cell: (line) => <Status status={line.status} /> },
  {
    id: 'actions',
    head: 'Actions',
    action: true,
    cell: (line) => (
      <Row gap={2} justify="flex-end" wrap={false}>
        <Button size="small" variant="secondary">
          Approve
        </Button>
        <IconButton label={`Delete ${line.task}`} icon="delete" danger />
      </Row>
    ),
  },
];

const PEOPLE = [
  { name: 'Amina Rahman', email: 'amina.rahman.of.chattogram@post.piecework.example', role: 'worker', coins: 12400 },
  { name: 'Voices of the Delta', email: 'office@voices.example', role: 'buyer', coins: 350 },
];

/** Seven columns beside the side menu at 1024 px: the tightest case. */
const PEOPLE_COLUMNS: readonly Column<(typeof PEOPLE)[number]>[] = [
  { id: 'photo', head: 'Photo', cell: ({ name }) => <Avatar name={name} size={36} /> },
  { id: 'name', head: 'Name', cell: ({ name }) => name, primary: true },
  { id: 'email', head: 'Email', cell: ({ email }) => email },
  { id: 'role', head: 'Role', cell: ({ role }) => role },
  { id: 'coins', head: 'Available Coin', cell: ({ coins }) => <Coins amount={coins} />, align: 'end' },
  { id: 'state', head: 'Status', cell: () => <Status status="onProgress" /> },
  {
    id: 'do',
    head: 'Actions',
    cell: ({ name }) => <IconButton label={`Delete ${name}`} icon="delete" danger />,
    action: true,
  },
];

const Tight = styled.div`
  max-width: 740px;
`;

const STATES = [
  'pending',
  'onProgress',
  'completed',
  'approved',
  'credited',
  'paused',
  'closed',
  'reject',
  'canceled',
  'reversed',
  'recorded',
  'due',
  'paid',
  'failed',
];

const LONG =
  'Go to three shops that sell tea. In each, photograph the whole shelf from the front, then every price tag from near by, so that its digits can be read.\n\nSend all pictures of one shop together, with its name and street. People in a picture must have agreed to it. <img src=x onerror=alert(1)> is text, as everything here is.';

export function Data() {
  const [page, setPage] = useState(5);
  const table = {
    caption: 'Submissions',
    columns: COLUMNS,
    rowKey: (line: Line) => line.id,
    empty: <Empty title="No pending data available" />,
  };
  return (
    <Section title="Data">
      <Show name="Figures">
        <Figures>
          <Figure label="Total Submission" value="1,204" note="12 this week" as="a" href="#list" />
          <Figure label="Pending Submission" value="7" note="the oldest for 2 days" as="a" href="#list" />
          <Figure label="Total Earning" value={<Coins amount={48250} />} note={<Dollars amount={2412.5} />} />
        </Figures>
      </Show>
      <Show name="Status">
        <Row>
          {STATES.map((status) => (
            <Status key={status} status={status} />
          ))}
        </Row>
      </Show>
      <Show name="Facts, and as a grid">
        <Facts>
          <Fact label="Your balance">
            <Coins amount={583} />
          </Fact>
          <Fact label="You get">
            <Dollars amount={12.5} />
          </Fact>
        </Facts>
        <FactGrid>
          <Fact label="Buyer">
            Voices of the Delta
            <br />
            <Email address="office.of.the.voices@delta.piecework.example" />
          </Fact>
          <Fact label="Completion Date">
            <Day iso="2026-12-24" />
          </Fact>
          <Fact label="Rejected">{formatMoment('2026-11-22T14:12:00.000Z', Date.parse('2026-11-26'))}</Fact>
          <Fact label="Appeal possible">{formatDuration(2.96 * 86_400_000)}</Fact>
        </FactGrid>
      </Show>
      <Show name="ListTools">
        <ListTools>
          <SearchField label="Search" value="" onChange={() => {}} />
          <Segmented
            label="State"
            value="due"
            onChange={() => {}}
            options={[
              { value: 'due', label: 'To pay' },
              { value: 'paid', label: 'Paid' },
            ]}
          />
        </ListTools>
      </Show>
      <Show name="DataTable: ready">
        <DataTable {...table} rows={LINES} state="ready" />
      </Show>
      <Show name="DataTable: seven columns in the narrowest container">
        <Tight>
          <DataTable
            caption="Users"
            columns={PEOPLE_COLUMNS}
            rows={PEOPLE}
            rowKey={({ email }) => email}
            empty={null}
          />
        </Tight>
      </Show>
      <Show name="DataTable: loading">
        <DataTable {...table} rows={[]} state="loading" />
      </Show>
      <Show name="DataTable: empty">
        <DataTable {...table} rows={[]} state="ready" />
      </Show>
      <Show name="DataTable: error">
        <DataTable {...table} rows={[]} state="error" error="The connection was lost." onRetry={() => {}} />
      </Show>
      <Show name="Clamp">
        <Card>
          <Clamp text={LONG} />
        </Card>
      </Show>
      <Show name="LinkedText">
        <Card>
          <LinkedText text="My sheet is https://example.com/receipts, and the photos are at https://example.com/photos." />
        </Card>
      </Show>
      <Show name="Steps">
        <Steps
          label="Steps"
          steps={[
            { title: 'Choose a task', text: 'Each says what it pays.' },
            { title: 'Submit your work', text: 'The buyer reads it and approves it.' },
            { title: 'Get paid', text: 'Withdraw your coins as money.' },
          ]}
        />
      </Show>
      <Show name="Thumbnails">
        <Thumbnails label="Pictures" pictures={['a', 'b', 'c'].map((name) => ({ src: '', whole: `#${name}` }))} />
      </Show>
      <Show name="Pager">
        <Stack>
          <Pager label="Submissions" page={page} pages={12} onPage={setPage} />
          <Pager label="Few" page={1} pages={3} onPage={() => {}} />
        </Stack>
      </Show>
    </Section>
  );
}
