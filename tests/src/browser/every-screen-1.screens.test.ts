import { onEveryScreen } from '../support/use-tour';
import { CLAIMS } from './claims';

onEveryScreen(1, CLAIMS);
