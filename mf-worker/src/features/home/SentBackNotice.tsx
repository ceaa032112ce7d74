import { SUBMISSION_PAGE_SIZE } from '@piecework/contracts/constants';
import { plural, t, withNodes } from '@piecework/i18n';
import { Notice } from '@piecework/ui';
import { Moment } from '@piecework/web-kit/moment';
import { useApiList } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { sentBackPath, submissionsPath } from '../../paths';
import { isSentBack } from '../submissions/submission-state';

/** Pending submissions among which the ones that were sent back are looked for. */
const LOOKED_AT = 100;

/** P-4.11. */
export const SentBackNotice = ({ count }: { count: number }) => {
  const pending = useApiList(
    'GET /submissions',
    { query: { status: 'pending', limit: LOOKED_AT } },
    { enabled: count > 0 },
  );
  if (count === 0) return null;
  const rows = pending.data?.rows ?? [];
  const [next] = rows
    .filter(isSentBack)
    .sort((a, b) => (a.revision?.dueAt ?? '').localeCompare(b.revision?.dueAt ?? ''));
  const page = next ? Math.floor(rows.indexOf(next) / SUBMISSION_PAGE_SIZE) + 1 : 1;
  return (
    <Notice tone="warn">
      <span>
        {next?.revision
          ? withNodes(
              plural(count, 'Revise {count} submission by {when}.', 'Revise {count} submissions by {when}.'),
              { when: <Moment at={next.revision.dueAt} form="both" /> },
            )
          : plural(count, 'Revise {count} submission.', 'Revise {count} submissions.')}
      </span>{' '}
      <Link to={next ? sentBackPath(next._id, page) : submissionsPath('pending')}>
        {t('See what to improve')}
      </Link>
    </Notice>
  );
};
