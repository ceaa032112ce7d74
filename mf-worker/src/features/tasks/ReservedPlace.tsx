import type { Reservation, Task } from '@piecework/contracts';
import { t, translated, withNodes } from '@piecework/i18n';
import { Button, formatDuration, Notice, Row, Stack } from '@piecework/ui';
import { call, dialogs, MESSAGE_MS, useServerNow } from '@piecework/web-kit';
import { Moment } from '@piecework/web-kit/moment';
import { queryClient, refresh, useAction } from '@piecework/web-kit/query';
import { useEffect, useRef } from 'react';

const MINUTE_MS = 60_000;
/** Before the end, from which on the worker is warned. */
const WARNING_MS = 5 * MINUTE_MS;

const timeLeft = ({ expiresAt }: Reservation, now: number): number => Date.parse(expiresAt) - now;

const refreshPlaces = () => refresh('GET /reservations', 'GET /tasks/{id}', 'GET /tasks');

/** Offered while a place is open and the worker holds none. */
export const ReserveButton = ({
  task: { _id: id, reserveMinutes = 0 },
  onBusy,
}: {
  task: Pick<Task, '_id' | 'reserveMinutes'>;
  /** True until the reservation is shown or refused. */
  onBusy(isBusy: boolean): void;
}) => {
  const { run, isRunning } = useAction(async () => {
    // A repeat answers with the same reservation.
    const answer = await call('POST /tasks/{id}/reservation', { params: { id } });
    await queryClient.refetchQueries({ queryKey: ['GET /reservations'] });
    refreshPlaces();
    if ('message' in answer) await dialogs.failure({ text: translated(answer.message) });
  });
  useEffect(() => {
    onBusy(isRunning);
    return () => onBusy(false);
  }, [isRunning, onBusy]);
  if (reserveMinutes === 0) return null;
  return (
    <Row>
      <Button variant="secondary" icon="clock" busy={isRunning} onClick={() => void run()}>
        {t('Hold my place for {time}', { time: formatDuration(reserveMinutes * MINUTE_MS) })}
      </Button>
      <span>{t('Holds a place for you while you work.')}</span>
    </Row>
  );
};

/** The time that is left, and the way to give the place back. */
export const ReservedPlace = ({ reservation }: { reservation: Reservation }) => {
  const now = useServerNow();
  const { taskId: id } = reservation;
  const left = timeLeft(reservation, now);
  useWarning(reservation, left);
  const { run, isRunning } = useAction(async () => {
    await call('DELETE /tasks/{id}/reservation', { params: { id } });
    refreshPlaces();
  });
  return (
    <Notice tone={left > WARNING_MS ? 'good' : 'warn'}>
      <Stack gap={2} align="flex-start">
        <span>
          {left > 0
            ? withNodes(t('Your place is held until {when}. Submit your work by then.'), {
                when: <Moment at={reservation.expiresAt} form="both" />,
              })
            : t('Your hold on this place has ended. Submit right away, before another worker takes it.')}
        </span>
        <Button variant="secondary" size="small" busy={isRunning} onClick={() => void run()}>
          {t('Release my place')}
        </Button>
      </Stack>
    </Notice>
  );
};

/** Once per reservation. */
const useWarning = ({ _id, taskTitle }: Reservation, left: number) => {
  const warned = useRef<string>(undefined);
  const isDue = left > 0 && left <= WARNING_MS;
  useEffect(() => {
    if (!isDue || warned.current === _id) return;
    warned.current = _id;
    dialogs.toast({
      title: t('Five minutes left'),
      text: t('Your place in “{taskTitle}” is held until then.', { taskTitle }),
      icon: 'warning',
      ms: MESSAGE_MS.long,
    });
  }, [isDue, _id, taskTitle]);
};
