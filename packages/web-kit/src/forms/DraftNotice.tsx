import { t } from '@piecework/i18n';
import { Button, Notice } from '@piecework/ui';
import type { Draft } from './useDraft';

export function DraftNotice({ draft }: { draft: Draft }) {
  return (
    <div aria-live="polite">
      {draft.isRestored && (
        <Notice tone="info">
          <span>{t('We restored your draft.')}</span>{' '}
          <Button type="button" variant="quiet" size="small" onClick={draft.discard}>
            {t('Discard draft')}
          </Button>
        </Notice>
      )}
    </div>
  );
}
