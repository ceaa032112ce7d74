import type { Random } from '../simulation/random';
import { PLAIN_NAMES } from '../support/people';
import { createBuyer } from './buyer';
import { type DemoTask, type JourneyContext, mapConcurrently, type Person, type Registration } from './context';
import { runAdmin } from './run-admin';
import { runWorker } from './run-worker';

export const BUYERS = 20;
export const WORKERS = 40;
const ADMINS = 2;

export interface People {
  buyers: Person[];
  workers: Person[];
  admins: Person[];
}

/** Registers the people of a journey. `run` distinguishes their email addresses from those of other journeys on the same stack. */
export const registerPeople = async (
  run: string,
  expectedState: JourneyContext['expectedState'],
  register: (registration: Registration) => Promise<Person>,
  sizes = { buyers: BUYERS, workers: WORKERS, admins: ADMINS },
): Promise<People> => {
  const registrations = (role: Registration['role'], count: number): Registration[] =>
    Array.from({ length: count }, (_, index) => ({
      role,
      name: `${PLAIN_NAMES[role]} ${index + 1}`,
      email: `${role}-${index + 1}@${run}.journey.example`,
    }));
  const admins = await mapConcurrently(registrations('admin', sizes.admins), register);
  const buyers = await mapConcurrently(registrations('buyer', sizes.buyers), register);
  const workers = await mapConcurrently(registrations('worker', sizes.workers), register);
  for (const buyer of buyers) expectedState.addBuyer(buyer);
  for (const worker of workers) expectedState.addWorker(worker);
  return { buyers, workers, admins };
};

/** Chooses an answer for a task by its title. */
const answersOf = (tasks: readonly DemoTask[], random: Random) => {
  const byTitle = new Map(tasks.map(({ title, answers }) => [title, answers]));
  return (title: string) => random.pick(byTitle.get(title) ?? ['Done.']);
};

/** Runs all people concurrently, from the first purchase of coins to the last decision. */
export const runJourney = async (
  context: JourneyContext,
  people: People,
  tasks: readonly DemoTask[],
): Promise<void> => {
  const { random } = context;
  const buyers = people.buyers.map((person, index) => {
    const wanted = tasks.filter((_, at) => at % people.buyers.length === index);
    return createBuyer(context, person, wanted, random.fork(person.name));
  });

  const runBuyers = async () => {
    await Promise.all(buyers.map(({ prepare }) => prepare()));
    await Promise.all(buyers.map(({ reviewAll }) => reviewAll()));
    context.buyersAreDone = true;
  };
  const runWorkers = async () => {
    const answersFor = answersOf(tasks, random.fork('answers'));
    await Promise.all(people.workers.map((person) => runWorker(context, person, answersFor, random.fork(person.name))));
    context.workersAreDone = true;
  };
  const admins = people.admins.map((person) =>
    runAdmin(context, person, random.fork(person.name), () => context.buyersAreDone && context.workersAreDone),
  );
  await Promise.all([runBuyers(), runWorkers(), ...admins]);
};
