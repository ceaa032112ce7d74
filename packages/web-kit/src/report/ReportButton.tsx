import { t } from '@piecework/i18n';
import { Button, VisuallyHidden } from '@piecework/ui';
import { loadable } from '@piecework/web-kit';
import { useState } from 'react';
import type { Reportable } from './report-option';

const ReportDialog = loadable(() => import('./ReportDialog'), null);

interface ReportButtonProps extends Reportable {
  /** Continues the label for screen readers. */
  name: string;
}

export function ReportButton({ name, ...props }: ReportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" size="small" icon="alert" onClick={() => setOpen(true)}>
        <span>{t('Report')}</span>
        <VisuallyHidden>{` ${name}`}</VisuallyHidden>
      </Button>
      {isOpen && <ReportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
