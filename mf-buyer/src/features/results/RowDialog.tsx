import type { Row as BatchRow, FormField, Page } from '@piecework/contracts';
import { fieldsForRow } from '@piecework/contracts/forms';
import { Modal, Row, Skeleton, Stack, Status } from '@piecework/ui';
import { color, media, plainList, quietText, radius, sheet, space, text } from '@piecework/ui/styles';
import { RowValues, rowTitle } from '@piecework/web-kit/answer-form';
import { LinkButton } from '@piecework/web-kit/link-button';
import { Moment } from '@piecework/web-kit/moment';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { paths } from '../paths';
import { Position } from '../review/desk-elements';
import { useShortcuts } from '../submissions/useShortcuts';
import { Consensus, Glyph } from './Consensus';
import { differingFields } from './differing-fields';
import { pageOfRow } from './row-page';
import { VersionedAnswers } from './VersionedAnswers';

interface RowDialogProps {
  taskId: string;
  /** Undefined while it loads. */
  row: BatchRow | undefined;
  columns: Page['columns'];
  fields: readonly FormField[];
  /** 1-based, in the list. */
  position: number;
  /** Length of the list. */
  total: number;
  onOpen(position: number): void;
  onClose(): void;
}

/** A row with its pictures large, beside all its answers. */
export function RowDialog({ taskId, row, columns, fields, position, total, onOpen, onClose }: RowDialogProps) {
  const content = useRef<HTMLDivElement>(null);
  const step = (by: number) => {
    const to = position + by;
    if (to >= 1 && to <= total) onOpen(to);
  };
  const [onward, back] = [() => step(1), () => step(-1)];
  useShortcuts({ j: onward, ArrowRight: onward, k: back, ArrowLeft: back }, 'dialog');
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each row
  useEffect(() => {
    content.current?.closest('dialog')?.scrollTo?.(0, 0);
  }, [position]);

  const page = row && pageOfRow(columns, row);
  return (
    <Modal title={page ? rowTitle(page, 0) : 'Row'} open wide onClose={onClose}>
      <Content ref={content}>
        <Row justify="space-between">
          <Position at={position} of={total} noun="row" onStep={step} />
          <Hint>J and K, or the arrow keys, lead to other rows.</Hint>
        </Row>
        {row && page ? (
          <Sides>
            <Given role="region" aria-label="Values" tabIndex={0}>
              <RowValues page={page} at={0} fields={row.answers.length > 0 ? fields : []} />
            </Given>
            <RowAnswers taskId={taskId} row={row} fields={fieldsForRow(fields, row.values)} />
          </Sides>
        ) : (
          <Skeleton shape="card" count={1} />
        )}
      </Content>
    </Modal>
  );
}

interface RowAnswersProps {
  taskId: string;
  row: BatchRow;
  fields: readonly FormField[];
}

const RowAnswers = ({ taskId, row, fields }: RowAnswersProps) =>
  row.answers.length > 0 ? (
    <Stack>
      {row.answers.length > 1 && row.consensus && (
        <Together aria-label="Together">
          <Who>
            <strong>Together</strong>
            <Status status={row.state} />
          </Who>
          <Consensus row={row} fields={fields} />
        </Together>
      )}
      <List aria-label="Answers">
        {row.answers.map(({ submissionId, workerName, status, submittedAt, version, answer }) => (
          <li key={submissionId}>
            <Who>
              <strong translate="no">{workerName}</strong>
              <Status status={status} />
              <Moment at={submittedAt} />
              {status === 'pending' && (
                <LinkButton
                  variant="secondary"
                  size="small"
                  to={paths.review(taskId, submissionId)}
                  aria-label={`Review: ${workerName}`}
                  label="Review"
                />
              )}
            </Who>
            <Dissent fields={differingFields(fields, row.consensus, answer)} />
            <VersionedAnswers taskId={taskId} version={version} fields={fields} values={row.values} answer={answer} />
          </li>
        ))}
      </List>
    </Stack>
  ) : (
    <None>No answers yet</None>
  );

const Dissent = ({ fields }: { fields: readonly FormField[] }) =>
  fields.length > 0 && (
    <Differs>
      <Glyph isWhole={false} />
      <span>{`Differs in ${fields.map(({ label }) => label).join(', ')}`}</span>
    </Differs>
  );

const Together = styled.section`
  ${sheet}
  display: grid;
  gap: ${space(3)};
  padding: ${space(4)};
`;
const Differs = styled.p`
  display: flex;
  gap: ${space(1.5)};
  align-items: baseline;
  margin: 0;
  color: ${color.plum};
  font-size: ${text.small};
  font-weight: 600;
  overflow-wrap: anywhere;

  svg {
    flex: none;
  }
`;
const Content = styled.div`
  display: grid;
  gap: ${space(4)};
`;
/** A phone has no keys. */
const Hint = styled.p`
  ${quietText}
  margin: 0;

  ${media.phone} {
    display: none;
  }
`;
const Sides = styled.div`
  display: grid;
  gap: ${space(6)};
  align-items: start;

  > * {
    min-width: 0;
  }
  ${media.desk} {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  }
`;
/** Stays beside the answers, however many they are. */
const Given = styled.div`
  ${media.desk} {
    ${media.tall} {
      position: sticky;
      top: 5rem;
      max-height: calc(100dvh - 10rem);
      overflow-y: auto;
    }
  }
`;
const List = styled.ul`
  ${plainList}
  display: grid;
  gap: ${space(4)};

  > li {
    display: grid;
    gap: ${space(3)};
    padding: ${space(4)};
    border: 2px dashed ${color.line};
    border-radius: ${radius.control};
    background: ${color.paper};
  }
`;
const Who = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(3)};
  align-items: center;

  strong {
    font-size: ${text.lead};
    overflow-wrap: anywhere;
  }
  time {
    ${quietText}
  }
  a {
    margin-inline-start: auto;
  }
`;
const None = styled.p`
  ${quietText}
  margin: 0;
`;
