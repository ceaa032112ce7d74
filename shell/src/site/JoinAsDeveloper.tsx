import { t } from '@piecework/i18n';
import { Icon, VisuallyHidden } from '@piecework/ui';
import { useDirectory } from '../directory';

export function JoinAsDeveloper() {
  const href = useDirectory((state) => (state.status === 'ready' ? `${state.directory.gateway}/docs` : undefined));
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      <span>{t('Join as Developer')}</span>
      <Icon name="external" size="1em" />
      <VisuallyHidden>{` ${t('(opens in a new tab)')}`}</VisuallyHidden>
    </a>
  );
}
