import type { ReportAbout } from '@piecework/contracts/constants';
import { t } from '@piecework/i18n';
import { Button, VisuallyHidden } from '@piecework/ui';
import { loadable } from '@piecework/web-kit';
import { useState } from 'react';

const ReportDialog = loadable(() => import('./ReportDialog'), null);

export interface ReportOption {
  about: ReportAbout;
  label: string;
}

export interface ReportButtonProps {
  /** Of the task, or of the submission. */
  id: string;
  /** What of it can be reported. */
  options: readonly ReportOption[];
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
