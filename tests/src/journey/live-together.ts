import type { Random } from '../simulation/random';
import { liveAsAdmin } from './admins';
import { createBuyer } from './buyers';
import { type DemoTask, fewAtOnce, type JourneyContext, type Newcomer, type Person } from './context';
import { liveAsWorker } from './workers';

export const BUYERS = 20;
export const WORKERS = 40;
const ADMINS = 2;

export interface People {
  buyers: Person[];
  workers: Person[];
  admins: Person[];
}

/** Everybody arrives: so many of each. `run` keeps the addresses of one journey apart from those of another on the same stack. */
export const arrive = async (
  run: string,
  book: JourneyContext['book'],
  receive: (newcomer: Newcomer) => Promise<Person>,
  sizes = { buyers: BUYERS, workers: WORKERS, admins: ADMINS },
): Promise<People> => {
  const newcomers = (role: Newcomer['role'], count: number): Newcomer[] =>
    Array.from({ length: count }, (_, index) => ({
      role,
      name: `${role[0]?.toUpperCase()}${role.slice(1)} ${index + 1}`,
      email: `${role}-${index + 1}@${run}.journey.example`,
    }));
  const admins = await fewAtOnce(newcomers('admin', sizes.admins), receive);
  const buyers = await fewAtOnce(newcomers('buyer', sizes.buyers), receive);
  const workers = await fewAtOnce(newcomers('worker', sizes.workers), receive);
  for (const buyer of buyers) book.addBuyer(buyer);
  for (const worker of workers) book.addWorker(worker);
  return { buyers, workers, admins };
};

/** What somebody hands in for a task of that title. */
const answersOf = (tasks: readonly DemoTask[], random: Random) => {
  const byTitle = new Map(tasks.map(({ title, answers }) => [title, answers]));
  return (title: string) => random.pick(byTitle.get(title) ?? ['Done.']);
};

/** The whole life of the tasks, from the first purchase to the last decision. */
export const liveTogether = async (
  context: JourneyContext,
  people: People,
  tasks: readonly DemoTask[],
): Promise<void> => {
  const { random } = context;
  const buyers = people.buyers.map((person, index) => {
    const wanted = tasks.filter((_, at) => at % people.buyers.length === index);
    return createBuyer(context, person, wanted, random.fork(person.name));
  });

  const buying = async () => {
    await Promise.all(buyers.map(({ prepare }) => prepare()));
    await Promise.all(buyers.map(({ reviewAll }) => reviewAll()));
    context.buyersAreDone = true;
  };
  const working = async () => {
    const answersFor = answersOf(tasks, random.fork('answers'));
    await Promise.all(
      people.workers.map((person) => liveAsWorker(context, person, answersFor, random.fork(person.name))),
    );
    context.workersAreDone = true;
  };
  const administering = people.admins.map((person) =>
    liveAsAdmin(
      context,
      person,
      random.fork(person.name),
      () => context.buyersAreDone && context.workersAreDone,
    ),
  );
  await Promise.all([buying(), working(), ...administering]);
};
