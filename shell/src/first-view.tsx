import { REMOTES, type Remote } from '@piecework/contracts/remotes';
import { baseOf, localStore, REMOTE_NAMES } from '@piecework/web-kit';
import { type FirstView, renderFirstView } from '@piecework/web-kit/first-view';
import { createElement, Fragment, type ReactNode } from 'react';
import { DashboardLayout } from './dashboard/DashboardLayout';
import { hasNavbar } from './paths';
import { SiteFrame } from './site/Site';

/** Rendered by the build (packages/mf-config), never in a browser: what surrounds the first views of the remotes. */
interface Frame extends FirstView {
  /** `visitor`: without a token. `user`: with one. A role: with one, and that role was signed in here last. */
  viewer: string;
  remote: string;
  /** Of {@link Remote.firstViews}. */
  page: string;
}

/** The front server puts the page of the remote in here. */
const PAGE = '{page}';

const render = (frame: ReactNode, path: string) => renderFirstView(frame, path, 'shell');

const siteFrames = (path: string): [viewer: string, view: FirstView][] => {
  const frame = <SiteFrame pathname={path}>{PAGE}</SiteFrame>;
  const visitor = render(frame, path);
  // A user is redirected from a page without navbar.
  if (!hasNavbar(path)) return [['visitor', visitor]];
  localStore.set('access-token', 'stored');
  const user = render(frame, path);
  localStore.remove('access-token');
  return [
    ['visitor', visitor],
    ['user', user],
  ];
};

/** Address → frames, of which the page shows the one of its viewer. */
const frames: Record<string, Frame[]> = {};
for (const remote of REMOTE_NAMES) {
  const { role, firstViews = [] }: Pick<Remote, 'role' | 'firstViews'> = REMOTES[remote];
  for (const page of firstViews) {
    const path = `${baseOf(remote)}/${page}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
    if (!role) {
      frames[path.toLowerCase()] = siteFrames(path).map(([viewer, view]) => ({
        viewer,
        remote,
        page,
        ...view,
      }));
      continue;
    }
    const layout = (
      <DashboardLayout role={role} notice={undefined} onDismiss={() => {}}>
        {createElement(Fragment, null, PAGE)}
      </DashboardLayout>
    );
    const frame = { viewer: role, remote, page, ...render(layout, path) };
    frames[path.toLowerCase()] = [frame];
    // Redirects to the home of the role.
    frames[baseOf(remote)] = [...(frames[baseOf(remote)] ?? []), frame];
  }
}
export default Promise.resolve(frames);
