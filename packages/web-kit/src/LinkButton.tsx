// Not shared: each build bundles what it uses.
import { Button } from '@piecework/ui';
import { Link } from '@piecework/web-kit/router';
import type { ComponentProps } from 'react';

interface LinkButtonProps extends Omit<ComponentProps<typeof Button<typeof Link>>, 'as' | 'children'> {
  label: string;
}

/** A link that looks like a button. */
export const LinkButton = ({ label, ...rest }: LinkButtonProps) => (
  <Button as={Link} {...rest}>
    {label}
  </Button>
);
