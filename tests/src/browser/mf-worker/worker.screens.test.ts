import { onEveryScreen } from '../../support/every-screen';
import { SCREEN_CHECKS } from '../screen-checks';

onEveryScreen(['worker'], SCREEN_CHECKS);
