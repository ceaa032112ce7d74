import { ROLES } from '@piecework/contracts/constants';
import { DASHBOARD } from '@piecework/federation/page-addresses';
import { localStore } from '@piecework/web-kit';
import { type FirstView, renderFirstView } from '@piecework/web-kit/first-view';
import { createElement, Fragment, type ReactNode } from 'react';
import { DashboardLayout } from './dashboard/DashboardLayout';
import { hasNavbar, WITHOUT_NAVBAR } from './paths';
import { SiteFrame } from './site/Site';

/** Rendered by the build (packages/mf-config), never in a browser: what surrounds the first views of the remotes. */
interface Frame extends FirstView {
  /** `visitor`: without a token. `user`: with one. A role: with one, and that role was signed in here last. */
  viewer: string;
}

/** The front server puts the page of the remote in here. */
const PAGE = '{page}';

const render = (frame: ReactNode, path: string) => renderFirstView(frame, path, 'shell');

const siteFrames = (path: string): Frame[] => {
  const frame = <SiteFrame pathname={path}>{PAGE}</SiteFrame>;
  const visitor = { viewer: 'visitor', ...render(frame, path) };
  // A user is redirected from a page without navbar.
  if (!hasNavbar(path)) return [visitor];
  localStore.set('access-token', 'stored');
  const user = { viewer: 'user', ...render(frame, path) };
  localStore.remove('access-token');
  return [visitor, user];
};

/** First segments of the pages whose frame differs from that of all others, `*`: no navbar, or a link of the navbar leads to them. */
const OWN_FRAMES = [...WITHOUT_NAVBAR, 'qa'];

const dashboardFrame = (role: (typeof ROLES)[number]): Frame => {
  const layout = (
    <DashboardLayout role={role} notice={undefined} onDismiss={() => {}}>
      {createElement(Fragment, null, PAGE)}
    </DashboardLayout>
  );
  return { viewer: role, ...render(layout, DASHBOARD) };
};

export default Promise.resolve({
  site: {
    '*': siteFrames('/'),
    ...Object.fromEntries(OWN_FRAMES.map((segment) => [segment, siteFrames(`/${segment}`)])),
  },
  dashboard: Object.fromEntries(ROLES.map((role) => [role, dashboardFrame(role)])),
});
