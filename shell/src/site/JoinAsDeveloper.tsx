import { t } from '@piecework/i18n';
import { useEffect, useState } from 'react';
import { ExternalLink } from '../navigation/ExternalLink';
import { addresses } from '../remotes';

export function JoinAsDeveloper() {
  const [href, setHref] = useState<string>();
  useEffect(() => {
    addresses().then(
      ({ gateway }) => setHref(`${gateway}/docs`),
      // Without the addresses the page shows another error.
      () => {},
    );
  }, []);
  return <ExternalLink href={href}>{t('Join as Developer')}</ExternalLink>;
}
