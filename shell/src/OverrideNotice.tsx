import { rich, t, translated } from '@piecework/i18n';
import { Button, Notice, Row } from '@piecework/ui';
import { space } from '@piecework/ui/styles';
import { styled } from 'styled-components';
import type { RemoteEntry } from './directory';
import { stopOverride } from './remote-override';

const Place = styled.aside`
  padding: ${space(2)} ${space(4)};
`;

/** So that an admin who tries a build does not take it for the product. */
export default function OverrideNotice({ container, remote }: { container: string; remote: RemoteEntry }) {
  return (
    <Place>
      <Notice tone="warn">
        <Row>
          {rich(
            'This browser uses another build of {part}, from <b>{address}</b>.',
            { b: (address) => <b key="address">{address}</b> },
            { part: translated(remote.manifest?.title ?? container), address: new URL(remote.entry).host },
          )}
          <Button variant="secondary" size="small" onClick={stopOverride}>
            {t('Stop using it')}
          </Button>
        </Row>
      </Notice>
    </Place>
  );
}
