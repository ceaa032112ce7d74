import { t } from '@piecework/i18n';
import { Button, Row } from '@piecework/ui';
import { download, serverNow } from '@piecework/web-kit';
import { useAction } from '@piecework/web-kit/query';

/** P-1.24. */
export function OwnData() {
  const { run, isRunning } = useAction(async () => {
    const day = new Date(serverNow()).toISOString().slice(0, 10);
    await download('GET /own-data.zip', `piecework-${day}.zip`);
  });
  return (
    <Row justify="space-between">
      <span>
        {t('Download everything Piecework keeps about you: account, work, coins and pictures, as a ZIP file.')}
      </span>
      <Button variant="secondary" icon="withdraw" busy={isRunning} onClick={() => void run()}>
        {t('Download my data')}
      </Button>
    </Row>
  );
}
