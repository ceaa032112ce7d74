import { AddPlacesDialog } from './AddPlacesDialog';
import { AddRowsDialog } from './AddRowsDialog';
import type { ExtendProps, Extension } from './extension';
import { MoveDateDialog } from './MoveDateDialog';
import { RaisePayDialog } from './RaisePayDialog';

const DIALOGS = { places: AddPlacesDialog, rows: AddRowsDialog, pay: RaisePayDialog, date: MoveDateDialog } as const;

export const ExtendDialog = ({ extension, ...props }: ExtendProps & { extension: Extension }) => {
  const Dialog = DIALOGS[extension];
  return <Dialog {...props} />;
};
