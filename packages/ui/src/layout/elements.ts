import type { ReactElement } from 'react';

/** Children without bare texts, which would stand beside other elements (D-1.12). */
export type Elements = ReactElement | readonly Elements[] | boolean | '' | null | undefined;
