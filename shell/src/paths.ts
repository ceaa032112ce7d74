/** `/Login/` → `login`: routes ignore case and trailing slashes. */
export const segmentsOf = (pathname: string): string[] => pathname.toLowerCase().split('/').filter(Boolean);

/** P-9.2, by the page's first segment. */
const WITHOUT_FOOTER = new Set(['register', 'login', 'forgotpassword', 'resetpassword', 'confirmemail']);
const WITHOUT_NAVBAR = new Set([...WITHOUT_FOOTER, 'selectrole']);

export const hasNavbar = (pathname: string): boolean => !WITHOUT_NAVBAR.has(segmentsOf(pathname)[0] ?? '');
export const hasFooter = (pathname: string): boolean => !WITHOUT_FOOTER.has(segmentsOf(pathname)[0] ?? '');
