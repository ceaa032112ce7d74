import { loadable, useSession } from '@piecework/web-kit';

const SuspensionNotice = loadable(() => import('./SuspensionNotice'), null);

/** Above each page of the dashboard of a suspended person (P-1.27). Few need its code. */
export function SuspensionPlace() {
  const suspension = useSession((state) => state.user?.suspension);
  return suspension ? <SuspensionNotice suspension={suspension} /> : null;
}
