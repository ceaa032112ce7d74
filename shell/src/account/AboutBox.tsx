import { t, translated } from '@piecework/i18n';
import { Modal } from '@piecework/ui';
import { color, space, text } from '@piecework/ui/styles';
import { useSession } from '@piecework/web-kit';
import { styled } from 'styled-components';
import { loadedVersions } from '../areas';
import { useDirectory } from '../directory';

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
        {t('Small tasks, paid in coins. Buyers post tasks. Workers complete them and withdraw their coins as money.')}
      </p>
      {isAdmin && <Builds />}
    </Modal>
  );
}

function Builds() {
  const state = useDirectory();
  const { gateway, remotes } = state.status === 'ready' ? state.directory : { remotes: {} };
  const versions = loadedVersions();
  const causes = { rollout: t('Rolled out to some browsers'), override: t('Only in this browser') };
  return (
    <>
      <p>{t('Each part updates on its own. These are the versions you have.')}</p>
      <Parts>
        <Part label={t('Shell')} details={[process.env.BUILD_VERSION ?? 'development', location.origin]} />
        {Object.entries(remotes).map(([name, { entry, manifest, because }]) => (
          <Part
            key={name}
            label={translated(manifest?.title ?? name)}
            details={[versions.get(name) ?? t('not loaded'), entry, because && causes[because]]}
          />
        ))}
        <Part label={t('Gateway')} details={[gateway]} />
      </Parts>
    </>
  );
}

const Part = ({ label, details }: { label: string; details: readonly (string | undefined)[] }) => (
  <div>
    <dt>{label}</dt>
    {details.map((detail) => detail && <dd key={detail}>{detail}</dd>)}
  </div>
);
