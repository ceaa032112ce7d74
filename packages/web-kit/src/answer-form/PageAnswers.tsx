import type { Answer, FormField, Page } from '@piecework/contracts';
import { fieldsForRow } from '@piecework/contracts/forms';
import { t } from '@piecework/i18n';
import { plainList, quietText, space } from '@piecework/ui/styles';
import { useId } from 'react';
import { styled } from 'styled-components';
import { Answers } from './Answers';
import { RowValues } from './RowValues';
import { rowTitle } from './row-title';

interface PageAnswersProps {
  fields: readonly FormField[];
  /** False: one answer without a row. */
  isBatch: boolean;
  /** Undefined where its rows couldn’t be loaded. */
  page: Page | undefined;
  /** One per row. */
  answers: readonly Answer[];
}

/** The answers to a page, each under its row. No headings: it stands under those of any level. */
export const PageAnswers = ({ fields, isBatch, page, answers }: PageAnswersProps) => {
  const id = useId();
  if (!isBatch) return <Answers fields={fields} answer={answers[0] ?? {}} />;
  const shown: Pick<Page, 'columns' | 'rows'> = page ?? {
    columns: [],
    rows: answers.map((_, at) => ({ number: at + 1, values: {}, text: '' })),
  };
  return (
    <List>
      {answers.map((answer, at) => {
        const row = shown.rows[at];
        const titleId = `${id}-${at}`;
        return (
          <li key={row?.number ?? at} aria-labelledby={titleId}>
            <Title id={titleId}>
              <span>{rowTitle(shown, at)}</span> {row?.expected && <Mark>{t('Check')}</Mark>}
            </Title>
            <Sides>
              {page && <RowValues page={page} at={at} fields={fields} />}
              <Answers
                fields={fieldsForRow(fields, row?.values ?? {})}
                answer={answer}
                values={row?.values}
                expected={row?.expected}
              />
            </Sides>
          </li>
        );
      })}
    </List>
  );
};

const List = styled.ol`
  ${plainList}
  display: grid;
  gap: ${space(6)};
`;

const Title = styled.p`
  margin: 0 0 ${space(3)};
  font-weight: 600;
  overflow-wrap: anywhere;
`;

const Mark = styled.span`
  ${quietText}
`;

const Sides = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr));
  gap: ${space(4)} ${space(6)};
  align-items: start;
`;
