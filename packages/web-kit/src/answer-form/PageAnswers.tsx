import type { Answer, FormField, Page } from '@piecework/contracts';
import { fieldsForRow } from '@piecework/contracts/forms';
import { plainList, space, text } from '@piecework/ui/styles';
import { styled } from 'styled-components';
import { Answers } from './Answers';
import { RowValues } from './RowValues';
import { rowTitle } from './row-title';

interface PageAnswersProps {
  fields: readonly FormField[];
  /** Undefined where its rows couldn’t be loaded. */
  page: Page | undefined;
  /** One per row. */
  answers: readonly Answer[];
}

/** The answers to a page, each under its row. */
export const PageAnswers = ({ fields, page, answers }: PageAnswersProps) => {
  const shown = page ?? { columns: [], rows: answers.map((_, at) => ({ number: at + 1, values: {}, text: '' })) };
  return (
    <List>
      {answers.map((answer, at) => {
        const row = shown.rows[at];
        return (
          <li key={row?.number ?? at}>
            <Title>{rowTitle(shown, at)}</Title>
            <Sides>
              {page && <RowValues page={page} at={at} />}
              <Answers fields={fieldsForRow(fields, row?.values ?? {})} answer={answer} />
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

const Title = styled.h4`
  margin: 0 0 ${space(3)};
  font-size: ${text.body};
  overflow-wrap: anywhere;
`;

const Sides = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr));
  gap: ${space(4)} ${space(6)};
  align-items: start;
`;
