import type { Box, FormField, Page, Row } from '@piecework/contracts';
import { fieldsForRow } from '@piecework/contracts/forms';
import {
  Card,
  Coins,
  type Elements,
  EnlargeablePicture,
  Failure,
  formatCoins,
  Notice,
  Skeleton,
  Status,
} from '@piecework/ui';
import { color, font, media, quietText, radius, space, text } from '@piecework/ui/styles';
import { loadable, pictureSources } from '@piecework/web-kit';
import { PICTURE_SIZES, RowTexts, rowName, rowTitle } from '@piecework/web-kit/answer-form';
import type { RefObject } from 'react';
import { styled } from 'styled-components';
import { pageOfRow } from '../results/row-page';
import { ApprovalCountdown } from '../submissions/ApprovalCountdown';
import { AnswerPicker } from './AnswerPicker';
import { Comparison } from './Comparison';
import type { BufferState } from './decision-buffer';
import type { PageAnswer } from './page-answers';
import type { ReviewSubject } from './review-subjects';
import type { ReviewedPage, usePageReview } from './usePageReview';

const BoxedPicture = loadable(
  async () => ({ default: (await import('@piecework/ui/boxes')).BoxedPicture }),
  <Skeleton shape="card" />,
);

interface PageUnderReviewProps {
  ref: RefObject<HTMLElement | null>;
  /** Behind the answers. */
  end: RefObject<HTMLDivElement | null>;
  subject: ReviewSubject;
  review: NonNullable<ReturnType<typeof usePageReview>>;
  chosen: ReadonlySet<string>;
  returned: BufferState['returned'];
  /** Decided elsewhere while it was open. */
  isGone: boolean;
  isRead: boolean;
  onChoose(id: string): void;
}

/** The rows of a page with their pictures large, each beside a comparison of its answers. */
export const PageUnderReview = (props: PageUnderReviewProps) => {
  const { ref, end, subject, review, isGone, isRead, ...picked } = props;
  const [first] = subject.submissions;
  const { query, shown } = review;
  const title = shown ? titleOf(shown, first.page) : `Page ${formatCoins(first.page ?? 0)}`;
  const [row, second] = shown?.rows ?? [];
  const picker = shown && <AnswerPicker {...picked} {...shown} />;
  return (
    <Sheet as="article" ref={ref} tabIndex={-1} aria-label={labelOf(title, shown)} data-read={isRead || undefined}>
      <Head>
        <h2>{title}</h2>
        {row && !second && <Status status={row.state} />}
        <Pay>
          <Coins amount={first.payableAmount} />
          <span>{subject.submissions.length > 1 ? 'each' : ''}</span>
          <ApprovalCountdown submission={first} />
        </Pay>
      </Head>
      {isGone && <Notice tone="info">These answers were decided in another tab, or their task was deleted.</Notice>}
      {shown ? (
        <>
          {shown.rows.map((one, at) => (
            <RowUnderReview key={one.number} page={shown} row={one} at={at} chosen={picked.chosen}>
              {!second && picker}
            </RowUnderReview>
          ))}
          {second && picker}
          <End ref={end} />
        </>
      ) : query.error ? (
        <Failure text={query.error.message} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton shape="card" count={1} />
      )}
    </Sheet>
  );
};

const titleOf = ({ columns, rows }: ReviewedPage, page: number | undefined): string => {
  const [row, second] = rows;
  return row && !second ? rowTitle(pageOfRow(columns, row), 0) : `Page ${formatCoins(page ?? 0)}`;
};

const labelOf = (title: string, shown: ReviewedPage | undefined): string => {
  if (!shown) return title;
  const { rows, answers } = shown;
  const states = [...new Set(rows.map(({ state }) => state))].join(', ');
  return `${title}, ${states}, ${answers.length} ${answers.length === 1 ? 'answer' : 'answers'}`;
};

interface RowProps {
  page: ReviewedPage;
  row: Row;
  /** Index in the page. */
  at: number;
  chosen: ReadonlySet<string>;
  children: Elements;
}

const RowUnderReview = ({ page: { columns, rows, fields, answers }, row, at, chosen, children }: RowProps) => {
  const filled = fieldsForRow(fields, row.values);
  const page = pageOfRow(columns, row);
  const pictures = columns.filter(({ kind, name }) => kind === 'picture' && row.values[name]);
  return (
    <Sides
      $hasPicture={pictures.length > 0}
      role={rows.length > 1 ? 'group' : undefined}
      aria-label={rows.length > 1 ? `Row ${at + 1}` : undefined}
    >
      <Given $isLow={pictures.length > 1 || rows.length > 1}>
        {rows.length > 1 && (
          <Head>
            <h3>{numbered(page, at, rows.length)}</h3>
            <Status status={row.state} />
          </Head>
        )}
        {pictures.map((column) => (
          <LargePicture
            key={column.name}
            column={column}
            row={row}
            name={rowName(page, 0)}
            fields={filled}
            answers={answers}
            chosen={chosen}
          />
        ))}
        <RowTexts page={page} at={0} />
      </Given>
      <Side>
        <Comparison row={row} fields={filled} answers={answers} chosen={chosen} />
        {children}
      </Side>
    </Sides>
  );
};

const numbered = (page: Pick<Page, 'columns' | 'rows'>, at: number, count: number) => {
  const name = rowName(page, 0);
  return `Row ${at + 1} of ${count}${name ? `: ${name}` : ''}`;
};

interface LargePictureProps {
  column: Page['columns'][number];
  row: Row;
  name: string;
  fields: readonly FormField[];
  answers: readonly PageAnswer[];
  chosen: ReadonlySet<string>;
}

/** With the boxes of the chosen answer, else with those that the answers give together. */
const LargePicture = ({ column, row, name, fields, answers, chosen }: LargePictureProps) => {
  const url = row.values[column.name] ?? '';
  const field = fields.find((one) => one.kind === 'boxes' && one.column === column.name);
  const at = answers.findIndex(({ id }) => chosen.has(id));
  const one = chosen.size === 1 ? answers[at] : undefined;
  if (field?.kind !== 'boxes') {
    const title = name ? `${name}: ${column.label}` : column.label;
    return <Large seed={url} {...pictureSources(url, 1280)} sizes={PICTURE_SIZES} title={title} priority isWhole />;
  }
  const boxes = one ? row.answers[at]?.answer[field.name] : row.consensus?.[field.name]?.value;
  return (
    <div>
      <Whose>
        {one
          ? `${field.label}: answer ${one.number}, ${one.workerName}`
          : `${field.label}: what the answers give together`}
      </Whose>
      <BoxedPicture
        label={field.label}
        labels={field.options}
        boxes={(boxes ?? []) as Box[]}
        picture={{ ...pictureSources(url, 1280), sizes: PICTURE_SIZES }}
      />
    </div>
  );
};

const Sheet = styled(Card)`
  display: grid;
  gap: ${space(5)};
  /* Below the header of the dashboard. */
  scroll-margin-top: calc(var(--table-top, 0px) + ${space(4)});
`;
/** At the lower edge of the content; out of the flow, so that it has no gap of its own. */
const End = styled.div`
  position: absolute;
  align-self: end;
`;
const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(3)};
  align-items: center;

  h2,
  h3 {
    min-width: 0;
    margin: 0;
    font-size: ${text.lead};
    overflow-wrap: anywhere;
  }
  h2 {
    font: 600 ${text.h3} / 1.2 ${font.head};
  }
`;
const Pay = styled.div`
  ${quietText}
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${space(2)};
  align-items: center;
  margin-inline-start: auto;
`;
const Sides = styled.div<{ $hasPicture: boolean }>`
  display: grid;
  gap: ${space(5)} ${space(6)};
  align-items: start;

  > * {
    min-width: 0;
  }
  & + & {
    padding-top: ${space(5)};
    border-top: 2px dashed ${color.line};
  }
  ${media.desk} {
    grid-template-columns: ${({ $hasPicture }) => ($hasPicture ? 'minmax(0, 6fr) minmax(0, 5fr)' : 'minmax(0, 1fr) minmax(0, 2fr)')};
  }
`;
const Side = styled.div`
  display: grid;
  gap: ${space(5)};

  > * {
    min-width: 0;
  }
`;
/** Stays beside the answers, however many they are. */
const Given = styled.div<{ $isLow: boolean }>`
  --height: ${({ $isLow }) => ($isLow ? 'clamp(12rem, 38dvh, 26rem)' : 'clamp(14rem, 100dvh - 25rem, 46rem)')};
  display: grid;
  gap: ${space(4)};
  align-content: start;

  /* The first answers stay in view below the picture. */
  ${media.phone} { --height: clamp(10rem, 28dvh, 18rem); }
  ${media.desk} {
    ${media.tall} {
      position: sticky;
      top: calc(var(--table-top, 0px) + ${space(4)});
    }
  }
  figure > div:first-child {
    aspect-ratio: auto;
    height: var(--height);
  }
`;
const Large = styled(EnlargeablePicture)`
  border-radius: ${radius.control};

  > :first-child {
    aspect-ratio: auto;
    height: var(--height);
  }
`;
const Whose = styled.p`
  ${quietText}
  margin: 0 0 ${space(1)};
  overflow-wrap: anywhere;
`;
