import { REMOTES } from '@piecework/contracts/remotes';
import { t, translated } from '@piecework/i18n';
import { color, Modal, space, text } from '@piecework/ui';
import { REMOTE_NAMES, useSession } from '@piecework/web-kit';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { remoteVersions } from '../areas';
import { type Addresses, addresses } from '../remotes';

const Parts = styled.dl`
  display: grid;
  gap: ${space(3)};
  margin: 0;

  dt {
    font-weight: 600;
  }
  dd {
    margin: 0;
    color: ${color.soft};
    font-size: ${text.small};
    overflow-wrap: anywhere;
  }
`;

export default function AboutBox({ onClose }: { onClose: () => void }) {
  const isAdmin = useSession(({ user }) => user?.userRole === 'admin');
  return (
    <Modal title={t('About Piecework')} open onClose={onClose}>
      <p>
        {t(
          'Small tasks, paid in coins. Buyers post tasks. Workers complete them and withdraw their coins as money.',
        )}
      </p>
      {isAdmin && <Builds />}
    </Modal>
  );
}

function Builds() {
  const [book, setBook] = useState<Addresses>();
  useEffect(() => {
    // The versions are shown without the addresses.
    addresses().then(setBook, () => {});
  }, []);
  const versions = remoteVersions();
  return (
    <>
      <p>{t('Each part updates on its own. These are the versions you have.')}</p>
      <Parts>
        <Part
          label={t('Shell')}
          version={process.env.BUILD_VERSION ?? 'development'}
          address={location.origin}
        />
        {REMOTE_NAMES.map((name) => (
          <Part
            key={name}
            label={translated(REMOTES[name].title)}
            version={versions[name] ?? t('not loaded')}
            address={book?.remotes[name]}
          />
        ))}
        <Part label={t('Gateway')} address={book?.gateway} />
      </Parts>
    </>
  );
}

const Part = ({
  label,
  version,
  address,
}: {
  label: string;
  version?: string;
  address?: string | undefined;
}) => (
  <div>
    <dt>{label}</dt>
    {version && <dd>{version}</dd>}
    {address && <dd>{address}</dd>}
  </div>
);
