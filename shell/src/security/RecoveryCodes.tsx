import { rich, t } from '@piecework/i18n';
import { Button, Modal, Notice, Stack } from '@piecework/ui';
import { space } from '@piecework/ui/styles';
import { useState } from 'react';
import { styled } from 'styled-components';

const Codes = styled.ol`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr));
  gap: ${space(2)} ${space(6)};
  margin: 0;
`;

/** The only time that the codes are shown. */
export default function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [outcome, setOutcome] = useState('');
  const copy = async () => {
    try {
      // Absent on a page without https.
      await navigator.clipboard.writeText(codes.join('\n'));
      setOutcome(t('Copied.'));
    } catch {
      setOutcome(t('Your browser blocked copying. Select the codes and copy them with your keyboard.'));
    }
  };
  return (
    <Modal
      title={t('Your recovery codes')}
      open
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" icon="check" onClick={() => void copy()}>
            {t('Copy')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('I’ve saved them')}
          </Button>
        </>
      }
    >
      <Stack>
        <Notice tone="warn">
          {rich(
            '<b>Save these codes now. You won’t see them again.</b> Each lets you in once if you lose your phone.',
            { b: (children) => <strong>{children}</strong> },
          )}
        </Notice>
        <Codes translate="no">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </Codes>
        <span role="status">{outcome}</span>
      </Stack>
    </Modal>
  );
}
