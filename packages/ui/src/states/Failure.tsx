import { t, translated } from '@piecework/i18n';
import { styled } from 'styled-components';
import { Button } from '../actions/Button';
import { Icon } from '../icons/Icon';
import { color, radius } from '../tokens';
import { Centre, CentreText, CentreTitle } from './Centre';

const IconFrame = styled.div`
  display: grid;
  place-items: center;
  width: 56px;
  height: 56px;
  border-radius: ${radius.control};
  background: ${color.madderBg};
  color: ${color.madder};
`;

interface FailureProps {
  title?: string;
  /** Also the English message of an error, which is shown in the reader's language. */
  text?: string | undefined;
  onRetry?: (() => void) | undefined;
  /** Instead of text and retry: the query that has failed. */
  query?: { error: Error | null; refetch(): unknown };
}

export function Failure({
  title = t('This didn’t load'),
  query,
  text = query?.error?.message ?? t('Please check your connection and try again. Nothing is lost.'),
  onRetry = query && (() => void query.refetch()),
}: FailureProps) {
  return (
    <Centre role="alert">
      <IconFrame>
        <Icon name="alert" size={30} />
      </IconFrame>
      <CentreTitle>{title}</CentreTitle>
      <CentreText>{translated(text)}</CentreText>
      {onRetry && (
        <Button variant="secondary" icon="retry" onClick={onRetry}>
          {t('Try again')}
        </Button>
      )}
    </Centre>
  );
}
