export { KeyCap } from '@piecework/ui';
