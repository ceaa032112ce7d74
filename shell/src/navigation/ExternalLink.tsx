import { t } from '@piecework/i18n';
import { Icon, VisuallyHidden } from '@piecework/ui';
import type { AnchorHTMLAttributes } from 'react';

export const ExternalLink = ({ children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) => (
  <a {...rest} target="_blank" rel="noopener noreferrer">
    <span>{children}</span>
    <Icon name="external" size="1em" />
    <VisuallyHidden>{` ${t('(opens in a new tab)')}`}</VisuallyHidden>
  </a>
);
