import { t } from '@piecework/i18n';
import { Card } from '@piecework/ui';
import { quietText, space } from '@piecework/ui/styles';
import { useApiList } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { taskPath } from '../../paths';

/** The latest ones: older batches have ended. */
const SHOWN = 20;

/** Batches whose checks the worker has met, with the figures of work mode (P-4.28). */
export const Accuracies = () => {
  const rows = useApiList('GET /accuracies', { query: { limit: SHOWN } }).data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <Card aria-labelledby="accuracies">
      <h2 id="accuracies">{t('Hidden checks right')}</h2>
      <Quiet>{t('Some rows of these batches are checks, whose answers the buyer knows.')}</Quiet>
      <List>
        {rows.map(({ taskId, taskTitle, right, met }) => (
          <li key={taskId}>
            <Link to={taskPath(taskId)} translate="no">
              {taskTitle}
            </Link>
            <span>{t('{right} of {met}', { right, met })}</span>
          </li>
        ))}
      </List>
    </Card>
  );
};

const Quiet = styled.p`
  ${quietText}
`;

const List = styled.ul`
  display: grid;
  gap: ${space(3)};
  margin: ${space(3)} 0 0;
  padding: 0;
  list-style: none;

  li { display: flex; gap: ${space(4)}; justify-content: space-between; }
  a { min-width: 0; overflow-wrap: anywhere; }
  span { flex: none; font-variant-numeric: tabular-nums; }
`;
