import type { FormField, Row } from '@piecework/contracts';
import { fieldsForRow } from '@piecework/contracts/forms';
import { LinkedText, Notice, Status } from '@piecework/ui';
import { clampedTo, color, plainButton, plainList, quietText, radius, space, text } from '@piecework/ui/styles';
import { styled } from 'styled-components';
import { Glyph } from '../results/Consensus';
import { VersionedAnswers } from '../results/VersionedAnswers';
import { ApprovalCountdown } from '../submissions/ApprovalCountdown';
import { isSentBack } from '../submissions/review-state';
import { AnswerNumber } from './AnswerNumber';
import type { BufferState } from './decision-buffer';
import { agreementText, type PageAnswer } from './page-answers';

interface AnswerPickerProps {
  answers: readonly PageAnswer[];
  rows: readonly Row[];
  fields: readonly FormField[];
  chosen: ReadonlySet<string>;
  returned: BufferState['returned'];
  onChoose(id: string): void;
}

/** Who answered, and whether the answer agrees. An undecided one can be chosen. */
export const AnswerPicker = ({ answers, rows, fields, chosen, returned, onChoose }: AnswerPickerProps) => (
  <List aria-label="Answers">
    {answers.map((answer) => {
      const { id, open } = answer;
      const content = <Content answer={answer} isChosen={chosen.has(id)} isAlone={answers.length === 1} />;
      return (
        <Item key={id} $isChosen={chosen.has(id)}>
          {open ? (
            <button type="button" aria-pressed={chosen.has(id)} onClick={() => onChoose(id)}>
              {content}
            </button>
          ) : (
            <div>{content}</div>
          )}
          {open && <Details answer={answer} />}
          {returned.has(id) && <Notice tone="bad">{returned.get(id)?.message}</Notice>}
          <OlderText id={id} rows={rows} fields={fields} taskId={open?.taskId} />
        </Item>
      );
    })}
  </List>
);

interface ContentProps {
  answer: PageAnswer;
  isChosen: boolean;
  /** Of one answer there is nothing to agree with. */
  isAlone: boolean;
}

const Content = ({ answer, isChosen, isAlone }: ContentProps) => (
  <>
    <AnswerNumber $isChosen={isChosen}>{answer.number}</AnswerNumber>
    <Who>
      <strong translate="no">{answer.workerName}</strong>
      {!isAlone && answer.status !== 'reject' && (
        <Agreement $agrees={answer.agrees}>
          <Glyph isWhole={answer.agrees} />
          <span>{agreementText(answer)}</span>
        </Agreement>
      )}
    </Who>
    {!answer.open && <Status status={answer.status} />}
  </>
);

const Details = ({ answer: { open } }: { answer: PageAnswer }) => {
  if (!open) return null;
  const { checks, isFast, revision } = open;
  const facts = [
    ...(checks && checks.met > 0 ? [`${checks.right} of ${checks.met} checks right`] : []),
    ...(isFast ? ['Answered too fast'] : []),
  ];
  if (facts.length === 0 && !revision) return null;
  return (
    <Facts>
      {facts.length > 0 && <span>{facts.join(' · ')}</span>}
      {isSentBack(open) && <ApprovalCountdown submission={open} />}
      {revision && (
        <span>
          <span>{revision.resubmittedAt ? 'Revised after your note: “' : 'Your note: “'}</span>
          <LinkedText text={revision.note} />
          <span>”</span>
        </span>
      )}
    </Facts>
  );
};

interface OlderTextProps {
  id: string;
  rows: readonly Row[];
  fields: readonly FormField[];
  taskId: string | undefined;
}

/** The answer under the labels that its worker read, where the texts were corrected since. */
const OlderText = ({ id, rows, fields, taskId }: OlderTextProps) => {
  const given = rows.flatMap((row) =>
    row.answers.filter(({ submissionId }) => submissionId === id).map((one) => ({ row, one })),
  );
  const latest = Math.max(...rows.flatMap(({ answers }) => answers.map(({ version }) => version ?? 1)));
  const version = given[0]?.one.version ?? 1;
  if (!taskId || version >= latest) return null;
  return (
    <details>
      <summary>With the texts of that time</summary>
      {given.map(({ row, one }) => (
        <VersionedAnswers
          key={row.number}
          taskId={taskId}
          version={version}
          fields={fieldsForRow(fields, row.values)}
          values={row.values}
          answer={one.answer}
        />
      ))}
    </details>
  );
};

const List = styled.ol`
  ${plainList}
  display: grid;
  gap: ${space(1)};
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 11rem), 1fr));
`;
const Item = styled.li<{ $isChosen: boolean }>`
  min-width: 0;
  border: 1px solid ${({ $isChosen }) => ($isChosen ? color.primary : color.line)};
  border-radius: ${radius.control};
  background: ${({ $isChosen }) => ($isChosen ? color.primarySoft : 'transparent')};

  > button,
  > div:first-child {
    display: flex;
    flex-wrap: wrap;
    gap: ${space(1)} ${space(3)};
    align-items: center;
    width: 100%;
    min-height: 44px;
    padding: ${space(1.5)} ${space(3)};
    text-align: start;
  }
  > button {
    ${plainButton}
    display: flex;
    padding: ${space(1.5)} ${space(3)};
    border-radius: inherit;
  }
  > button:hover {
    background: ${({ $isChosen }) => ($isChosen ? 'transparent' : color.sunk)};
  }
  > details {
    ${quietText}
    padding: 0 ${space(3)} ${space(2)};
  }
  summary {
    cursor: pointer;
  }
`;
const Who = styled.span`
  display: grid;
  flex: 1 1 6rem;
  min-width: 0;
  line-height: 1.35;

  strong {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
`;
const Agreement = styled.span<{ $agrees: boolean }>`
  display: flex;
  gap: ${space(1)};
  align-items: baseline;
  color: ${({ $agrees }) => ($agrees ? color.sage : color.plum)};
  font-size: ${text.small};
  font-weight: 600;
  overflow-wrap: anywhere;

  svg {
    flex: none;
    align-self: center;
  }
  span {
    ${clampedTo(2)}
  }
`;
const Facts = styled.div`
  ${quietText}
  display: grid;
  gap: ${space(1)};
  padding: 0 ${space(3)} ${space(2)};
  overflow-wrap: anywhere;
`;
