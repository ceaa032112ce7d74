import { Button, Notice } from '@piecework/ui';
import type { Draft } from './useDraft';

export function DraftNotice({ draft }: { draft: Draft }) {
  return (
    <div aria-live="polite">
      {draft.isRestored && (
        <Notice tone="info">
          We restored your draft.{' '}
          <Button type="button" variant="quiet" size="small" onClick={draft.discard}>
            Discard draft
          </Button>
        </Notice>
      )}
    </div>
  );
}
