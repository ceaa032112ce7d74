import type { Answer, FieldConsensus, FormField, Row } from '@piecework/contracts';
import { shownValue } from '@piecework/contracts/forms';
import { Clamp, Day, formatCoins, Thumbnails, VisuallyHidden } from '@piecework/ui';
import { clampedTo, color, plainList, quietText, radius, space, text } from '@piecework/ui/styles';
import { pictureSources } from '@piecework/web-kit';
import { css, styled } from 'styled-components';
import { Glyph, Note } from '../results/Consensus';
import { AnswerNumber } from './AnswerNumber';
import { type PageAnswer, type ValueGroup, valueGroups } from './page-answers';

interface ComparisonProps {
  row: Row;
  /** With the labels of the row. */
  fields: readonly FormField[];
  answers: readonly PageAnswer[];
  chosen: ReadonlySet<string>;
}

/** The values of a row, each once with the answers that gave it: what most gave comes first. */
export const Comparison = ({ row, fields, answers, chosen }: ComparisonProps) => {
  const count = row.answers.filter(({ status }) => status !== 'reject').length;
  return (
    <List>
      {fields.map((field) => {
        const groups = valueGroups(field, row, answers);
        const together = row.consensus?.[field.name];
        const isWhole = groups.length === 1;
        return (
          <div key={field.name}>
            <dt>
              <span>{field.label}</span>
              {count > 1 && together && (
                <Note $isWhole={isWhole}>
                  <Glyph isWhole={isWhole} />
                  <span>{noteOf(field, together, count)}</span>
                </Note>
              )}
            </dt>
            <dd>
              <ul>
                {groups.map((group) => (
                  <Group key={group.key} $tone={count > 1 && !isWhole ? toneOf(group) : undefined}>
                    <Given $isText={field.kind === 'longText'}>
                      <Value field={field} answer={group.answer} />
                    </Given>
                    {count > 1 && !isWhole && (
                      <Whose>
                        {group.isTogether === false && <Differs>Differs</Differs>}
                        <Numbers group={group} chosen={chosen} />
                      </Whose>
                    )}
                  </Group>
                ))}
              </ul>
            </dd>
          </div>
        );
      })}
    </List>
  );
};

type Tone = 'together' | 'apart' | 'tied';

const toneOf = ({ isTogether }: ValueGroup): Tone => {
  if (isTogether === undefined) return 'tied';
  return isTogether ? 'together' : 'apart';
};

const TONES = {
  together: [color.sage, color.sageBg],
  apart: [color.plum, color.plumBg],
  tied: [color.edge, color.sunk],
} as const satisfies Record<Tone, object>;

const noteOf = (
  field: FormField,
  { share, value, isUndecided, isMedian, probability }: FieldConsensus,
  count: number,
) => {
  const agreeing = Math.round(share * count);
  if (agreeing === count) return `All ${formatCoins(count)} agree`;
  if (isUndecided) return 'No majority';
  if (isMedian) return `No majority · median ${value === undefined ? '' : shownValue(field, value)}`;
  const likely = probability === undefined ? '' : ` · ${Math.min(99, Math.round(probability * 100))}% likely`;
  return `${formatCoins(agreeing)} of ${formatCoins(count)} agree${likely}`;
};

const Numbers = ({ group: { answers }, chosen }: { group: ValueGroup; chosen: ReadonlySet<string> }) => (
  <Badges>
    <VisuallyHidden>
      {`${answers.length === 1 ? 'Answer' : 'Answers'} ${answers.map(({ number }) => number).join(', ')}`}
    </VisuallyHidden>
    {answers.map(({ id, number }) => (
      <AnswerNumber key={id} aria-hidden $isChosen={chosen.has(id)}>
        {number}
      </AnswerNumber>
    ))}
  </Badges>
);

const MOST_LINES = 6;

const Value = ({ field, answer }: { field: FormField; answer: Answer }) => {
  const value = answer[field.name];
  if (value === undefined) return <None>No answer</None>;
  switch (field.kind) {
    case 'picture':
      return (
        <Thumbnails
          label={field.label}
          pictures={([value].flat() as string[]).map((url) => pictureSources(url, 320))}
        />
      );
    case 'date':
      return <Day iso={shownValue(field, value)} />;
    case 'boxes':
      return <span>{boxesText(field, value as { label: string }[])}</span>;
    default:
      return <Clamp text={shownValue(field, value)} lines={MOST_LINES} />;
  }
};

/** '3 × Car, 1 × Van': their places are on the picture. */
const boxesText = ({ options }: Extract<FormField, { kind: 'boxes' }>, boxes: readonly { label: string }[]) =>
  options
    .flatMap(({ value, label }) => {
      const count = boxes.filter((box) => box.label === value).length;
      return count > 0 ? [`${count} × ${label}`] : [];
    })
    .join(', ') || 'No boxes';

const List = styled.dl`
  display: grid;
  gap: ${space(4)};
  margin: 0;

  > div {
    min-width: 0;
  }
  dt {
    display: flex;
    flex-wrap: wrap;
    gap: 0 ${space(3)};
    align-items: baseline;
    justify-content: space-between;
    margin-bottom: ${space(1)};
  }
  dt > span {
    ${quietText}
    ${clampedTo(3)}
    overflow-wrap: anywhere;
  }
  dd {
    margin: 0;
  }
  ul {
    ${plainList}
    display: grid;
    gap: 2px;
  }
`;
/** Without a tone all agree: dissent stands out. */
const Group = styled.li<{ $tone: Tone | undefined }>`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(3)};
  align-items: flex-start;
  ${({ $tone }) =>
    $tone &&
    css`
      padding: ${space(1.5)} ${space(3)};
      border-inline-start: 3px solid ${TONES[$tone][0]};
      border-radius: 0 ${radius.control} ${radius.control} 0;
      background: ${TONES[$tone][1]};
    `}
`;
const Given = styled.div<{ $isText: boolean }>`
  flex: 1 1 8rem;
  min-width: 0;
  ${({ $isText }) => !$isText && `font-size: ${text.lead}; font-weight: 600;`}
  overflow-wrap: anywhere;
`;
const Whose = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(2)};
  align-items: center;
  justify-content: flex-end;
  margin-inline-start: auto;
`;
const Differs = styled.span`
  color: ${color.plum};
  font-size: ${text.small};
  font-weight: 600;
`;
const Badges = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)};
  justify-content: flex-end;
`;
const None = styled.span`
  color: ${color.soft};
  font-weight: 400;
`;
