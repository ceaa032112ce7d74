// Runs on MongoDB and Kafka too: searches.
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import { endDeletion, POSTING, post, startTask } from '../../testing/task.fixtures';

let service: Harness;
const buyer = actor('buyer');
const admin = actor('admin');
beforeEach(async () => {
  service = await startTask();
});
afterEach(() => service.stop());

const posted = async (taskTitle: string, taskDetail = 'Look closely.') =>
  (await post(service, buyer, { body: { ...POSTING, taskTitle, taskDetail } })).taskId;
const found = async (q: string) => (await service.internal('search', { q })).tasks;
const ids = async (q: string) => (await found(q)).map(({ _id }: { _id: string }) => _id);

describe('a search of tasks', () => {
  it('finds an id, and texts, those with the words in the title first', async () => {
    const [title, detail] = [await posted('Name the Birds'), await posted('Listen', 'Then name the birds.')];
    expect(await ids('name the birds')).toEqual([title, detail]);
    expect(await found(detail)).toEqual([
      { _id: detail, title: 'Listen', isListed: true, personId: buyer.userId, personEmail: buyer.email },
    ]);
    expect(await ids('crows')).toEqual([]);
  });

  it('finds a deleted task, and none that was not funded', async () => {
    const taskId = await posted('Name the birds');
    await post(service, buyer, { body: { ...POSTING, taskTitle: 'Birds, declined' }, outcome: 'insufficient-coins' });
    const deletion = service.call('deleteTask', { as: buyer, params: { id: taskId } });
    await endDeletion(service, taskId, buyer.userId);
    await deletion;
    expect(await found('birds')).toMatchObject([{ _id: taskId, isListed: false }]);
  });
});

describe('the tasks of one buyer', () => {
  it('are listed for admins as for the buyer, and for no other role', async () => {
    const paused = await posted('Paused');
    await service.call('changeTask', { as: buyer, params: { id: paused }, body: { paused: true } });
    const open = await posted('Open');
    await post(service, actor('buyer', 'other'), {});
    const list = async (as: typeof buyer, query: Record<string, string>) => {
      const { body, headers } = await service.call('listTasks', { as, query });
      return [headers['x-total-count'], ...body.map(({ _id }: { _id: string }) => _id)];
    };
    const theirs = ['2', open, paused];
    expect(await list(admin, { buyer: buyer.userId })).toEqual(theirs);
    expect(await list(buyer, { mine: '1' })).toEqual(theirs);
    expect(await list(admin, { buyer: 'unknown' })).toEqual(['0']);
    const ofWorker = await list(actor('worker'), { buyer: 'unknown' });
    expect([ofWorker[0], ofWorker.includes(paused)]).toEqual(['2', false]);
  });
});
