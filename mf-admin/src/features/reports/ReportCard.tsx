import type { ReportCase } from '@piecework/contracts';
import { withNodes } from '@piecework/i18n';
import { Button, Card, Fact, FactGrid, LinkedText, Notice, Row, Stack } from '@piecework/ui';
import { useUser } from '@piecework/web-kit';
import { Moment } from '@piecework/web-kit/moment';
import { Written } from '../appeals/TaskBrief';
import { counted, SecondaryLine } from '../list/list-elements';
import { PersonLink } from '../people/PersonLink';
import { ReportedThing } from './ReportedThing';
import { OUTCOME_LABELS, REASON_LABELS, subjectOf } from './report-labels';

interface ReportCardProps {
  of: ReportCase;
  onDecide(): void;
}

/** P-13.17. */
export function ReportCard({ of, onDecide }: ReportCardProps) {
  const { _id, owner, openedAt, reporters, reports, state } = of;
  const adminId = useUser()._id;
  const isInvolved = owner.userId === adminId || reports.some(({ reporterId }) => reporterId === adminId);
  const id = `report-${_id}`;
  return (
    <Card as="article" aria-labelledby={id}>
      <Stack gap={4}>
        <h2 id={id}>{subjectOf(of)}</h2>
        <FactGrid>
          <Fact label="Responsible">
            <PersonLink of={owner.userEmail} name={owner.userName} />
            <SecondaryLine>{stateOf(owner)}</SecondaryLine>
          </Fact>
          <Fact label="First report">
            <Moment at={openedAt} form="both" />
          </Fact>
          <Fact label="Reported by">{counted(reporters, 'person').replace('persons', 'people')}</Fact>
        </FactGrid>
        <ReportedThing of={of} />
        <Stack as="section" gap={3}>
          <h3>Reports</h3>
          {reports.map((report) => (
            <Stack key={report.reporterId} gap={1}>
              <strong>{REASON_LABELS[report.reasonCode]}</strong>
              <span>
                <PersonLink of={report.reporterEmail} name={report.reporterName} />
                <span>{` — ${recordOf(report.record)}`}</span>
              </span>
              {report.text && (
                <Written>
                  <LinkedText text={report.text} />
                </Written>
              )}
            </Stack>
          ))}
          {reporters > reports.length && <span>{`and ${reporters - reports.length} more`}</span>}
        </Stack>
        {state === 'decided' ? (
          <Decided of={of} />
        ) : isInvolved ? (
          <Notice tone="info">You are part of this case, so another admin decides it.</Notice>
        ) : (
          <Row>
            <Button icon="check" onClick={onDecide} aria-label={`Decide: ${subjectOf(of)}`}>
              Decide
            </Button>
          </Row>
        )}
      </Stack>
    </Card>
  );
}

const stateOf = ({ userRole, isClosed, isSuspended }: ReportCase['owner']): string => {
  if (isClosed) return `${userRole}, account closed`;
  return isSuspended ? `${userRole}, suspended` : userRole;
};

const recordOf = ({ upheld, dismissed, false: wrong }: ReportCase['reports'][number]['record']): string =>
  upheld + dismissed + wrong === 0
    ? 'no earlier report'
    : `${upheld} upheld, ${dismissed} without a finding, ${wrong} false`;

const Decided = ({ of: { outcome, reasonCode, decidedAt } }: { of: ReportCase }) => (
  <Notice tone={outcome === 'nothing' || outcome === 'unfounded' ? 'info' : 'warn'}>
    <span>{outcome ? OUTCOME_LABELS[outcome] : 'Decided'}</span>
    {reasonCode && <span>{`: ${REASON_LABELS[reasonCode]}`}</span>}
    {decidedAt ? withNodes(', {when}.', { when: <Moment at={decidedAt} /> }) : <span>.</span>}
  </Notice>
);
