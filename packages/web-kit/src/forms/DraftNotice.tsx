import { Button, Notice } from '@piecework/ui';
import type { Draft } from './useDraft';

export function DraftNotice({ draft }: { draft: Draft }) {
  return (
    <div aria-live="polite">
      {draft.isRestored && (
        <Notice tone="info">
          What you typed before is still here.{' '}
          <Button type="button" variant="quiet" size="small" onClick={draft.discard}>
            Start afresh
          </Button>
        </Notice>
      )}
    </div>
  );
}
