import { onEveryScreen } from '../support/use-tour';
import { CLAIMS } from './claims';

onEveryScreen(['admin'], CLAIMS);
