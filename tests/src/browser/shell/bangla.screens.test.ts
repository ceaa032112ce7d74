import { onEveryScreen } from '../../support/every-screen';
import { TRANSLATED_CHECKS } from '../screen-checks';
import { TRANSLATED_VISITORS } from '../screens';

onEveryScreen(TRANSLATED_VISITORS, TRANSLATED_CHECKS, 'bn');
