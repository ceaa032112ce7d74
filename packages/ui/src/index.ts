export { Accordion } from './actions/Accordion';
export { Button, type ButtonVariant } from './actions/Button';
export { IconButton } from './actions/IconButton';
export { KeyCap } from './actions/KeyCap';
export { Menu, type MenuEntry } from './actions/Menu';
export { Modal, ModalActions } from './actions/Modal';
export { RowButton } from './actions/RowButton';
export { Segmented } from './actions/Segmented';
export { Avatar } from './brand/Avatar';
export { Loader } from './brand/Loader';
export { Mark, Wordmark } from './brand/Mark';
export { PatchBlock } from './brand/PatchBlock';
export { Picture } from './brand/Picture';
export { Clamp } from './data/Clamp';
export { type Column, DataTable } from './data/DataTable';
export { Email, EmailLink } from './data/Email';
export { CoinFact, Day, Fact, FactGrid, FactNote, Facts, WideFact } from './data/Facts';
export { Figure, Figures } from './data/Figures';
export { LinkedParagraph, LinkedText } from './data/LinkedText';
export { ListTools } from './data/ListTools';
export { Pager } from './data/Pager';
export { Receipt } from './data/Receipt';
export { Status } from './data/Status';
export {
  formatCard,
  formatCoins,
  formatDate,
  formatDollars,
  formatDuration,
  formatMoment,
  formatMoney,
  formatRelative,
  formatUtc,
  isRecent,
} from './format';
export { CheckboxCards, RadioCards } from './forms/ChoiceCards';
export { control, FieldFrame, useField } from './forms/Field';
export { FieldPair, FormActions, FormCard } from './forms/FormCard';
export { PasswordField } from './forms/PasswordField';
export { SearchField } from './forms/SearchField';
export { SelectField } from './forms/SelectField';
export { TextArea } from './forms/TextArea';
export { DateField, NumberField, TextField } from './forms/TextField';
export { Icon } from './icons/Icon';
export type { IconName } from './icons/icon-paths';
export { Card, Grid, GridList, Row, Seam, Stack } from './layout/containers';
export type { Elements } from './layout/elements';
export { Page } from './layout/Page';
export { SkipLink } from './layout/SkipLink';
export { Steps, type StepText } from './layout/Steps';
export { VisuallyHidden } from './layout/VisuallyHidden';
export { Balance } from './money/Balance';
export { Coin } from './money/Coin';
export { Coins } from './money/Coins';
export { Dollars } from './money/Dollars';
export { EnlargeablePicture } from './pictures/EnlargeablePicture';
export { Thumbnails } from './pictures/Thumbnails';
export { Empty } from './states/Empty';
export { Failure } from './states/Failure';
export { Notice } from './states/Notice';
export { Skeleton } from './states/Skeleton';
