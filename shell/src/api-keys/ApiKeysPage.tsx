import type { ApiKey } from '@piecework/contracts';
import { t } from '@piecework/i18n';
import { Button, type Column, DataTable, Empty, Page, Stack, VisuallyHidden } from '@piecework/ui';
import { call, dialogs, usePageTitle } from '@piecework/web-kit';
import { tableState } from '@piecework/web-kit/list';
import { Moment } from '@piecework/web-kit/moment';
import { refresh, useAction, useApiList } from '@piecework/web-kit/query';
import { useState } from 'react';
import { styled } from 'styled-components';
import { MakeKey } from './MakeKey';
import { type MadeKey, NewKey } from './NewKey';

const Code = styled.code`
  overflow-wrap: anywhere;
`;

/** P-1.21. */
export default function ApiKeysPage() {
  usePageTitle(t('API keys'));
  const list = useApiList('GET /api-keys');
  const [made, setMade] = useState<MadeKey>();
  const columns: Column<ApiKey>[] = [
    { id: 'name', head: t('Name'), primary: true, cell: ({ name }) => <span translate="no">{name}</span> },
    { id: 'mask', head: t('Key'), wide: true, cell: ({ mask }) => <Code>{mask}</Code> },
    { id: 'date', head: t('Created'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      id: 'revoke',
      head: t('Action'),
      action: true,
      cell: (key) => <Revoke apiKey={key} onRevoked={(id) => id === made?.insertedId && setMade(undefined)} />,
    },
  ];
  return (
    <Page
      title={t('API keys')}
      count={list.data?.total}
      lead={t(
        'With an API key, your programs can post tasks and review submissions for you. Find the API documentation under Join as Developer.',
      )}
    >
      <Stack gap={6}>
        {made ? (
          <NewKey made={made} onClose={() => setMade(undefined)} />
        ) : (
          <MakeKey
            onMade={(key) => {
              setMade(key);
              refresh('GET /api-keys');
            }}
          />
        )}
        <DataTable
          caption={t('Your API keys')}
          columns={columns}
          rows={list.data?.rows ?? []}
          rowKey={({ _id }) => _id}
          {...tableState(list)}
          empty={<Empty title={t('No keys yet')} text={t('Keys you create will appear here.')} seed="keys" />}
        />
      </Stack>
    </Page>
  );
}

function Revoke({ apiKey: { _id: id, name }, onRevoked }: { apiKey: ApiKey; onRevoked: (id: string) => void }) {
  const { run, isRunning } = useAction(async () => {
    const isSure = await dialogs.confirm({
      text: t('Programs that use this key stop working right away. You can’t undo this.'),
      detail: `“${name}”`,
      confirmText: t('Yes, revoke it!'),
      danger: true,
    });
    if (!isSure) return;
    await call('DELETE /api-keys/{id}', { params: { id } });
    refresh('GET /api-keys');
    onRevoked(id);
    await dialogs.success({ title: t('Key revoked') });
  });
  return (
    <Button variant="secondary" size="small" icon="delete" busy={isRunning} onClick={() => void run()}>
      <span>{t('Revoke')}</span>
      <VisuallyHidden translate="no">{` ${name}`}</VisuallyHidden>
    </Button>
  );
}
