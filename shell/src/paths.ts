import { segmentsOf } from '@piecework/federation/page-addresses';

/** P-9.2, by the page's first segment. */
const WITHOUT_FOOTER = new Set(['register', 'login', 'forgotpassword', 'resetpassword', 'confirmemail']);
export const WITHOUT_NAVBAR = new Set([...WITHOUT_FOOTER, 'selectrole']);

export const hasNavbar = (pathname: string): boolean => !WITHOUT_NAVBAR.has(segmentsOf(pathname)[0] ?? '');
export const hasFooter = (pathname: string): boolean => !WITHOUT_FOOTER.has(segmentsOf(pathname)[0] ?? '');
