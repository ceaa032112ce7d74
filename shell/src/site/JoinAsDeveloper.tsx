import { t } from '@piecework/i18n';
import { useDirectory } from '../directory';
import { ExternalLink } from '../navigation/ExternalLink';

export function JoinAsDeveloper() {
  const href = useDirectory((state) => (state.status === 'ready' ? `${state.directory.gateway}/docs` : undefined));
  return <ExternalLink href={href}>{t('Join as Developer')}</ExternalLink>;
}
