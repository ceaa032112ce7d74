export { FactorPrompt } from './FactorPrompt';
