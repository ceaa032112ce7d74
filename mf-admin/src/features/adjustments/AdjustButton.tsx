import type { User } from '@piecework/contracts';
import { loadable } from '@piecework/web-kit';
import { useState } from 'react';
import { RowButton } from '../list/list-elements';

const AdjustDialog = loadable(() => import('./AdjustDialog'), null);

/** Admins have no coins to adjust. */
export const AdjustButton = ({
  person,
}: {
  person: Parameters<typeof AdjustDialog>[0]['person'] & Pick<User, 'userRole'>;
}) => {
  const [isOpen, setOpen] = useState(false);
  if (person.userRole === 'admin') return null;
  return (
    <>
      <RowButton
        variant="secondary"
        label="Adjust"
        about={`the coins of ${person.userName}`}
        onClick={() => setOpen(true)}
      />
      {isOpen && <AdjustDialog person={person} onClose={() => setOpen(false)} />}
    </>
  );
};
