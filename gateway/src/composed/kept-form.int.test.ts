import { EXAMPLES } from '@piecework/contracts/examples';
import { FORM_HEADER } from '@piecework/http';
import { type Rig, startRig } from '../../testing';

let rig: Rig;
let buyer: string;
let kept: unknown[];
beforeEach(async () => {
  rig = await startRig();
  buyer = await rig.registerUser('ann', 'buyer');
  kept = [];
  rig.internalHandlers.keepForm = (args) => {
    kept.push(args);
    return { formId: 'form-1' };
  };
});
afterEach(() => rig.stop());

const TASK = EXAMPLES.createTask.body;
const FORM = { fields: [{ kind: 'text', name: 'shop', label: 'Shop', required: true }] };
const post = async (body: object, headers: Record<string, string> = {}) => {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
  return (await rig.fetchAs(buyer, '/tasks', init)).json();
};
const forwardedForm = () => rig.calls.at(-1)?.headers[FORM_HEADER];

test('the submission service keeps the form; the task service gets its id, and the body unchanged', async () => {
  const body = { ...TASK, form: FORM };
  expect(await post(body)).toMatchObject({ body: JSON.stringify(body) });
  expect(kept).toEqual([{ form: FORM }]);
  expect(forwardedForm()).toBe('form-1');
});

test.each([
  ['no form', TASK],
  ['a form with a fault, which the task service names', { ...TASK, form: { fields: [{ kind: 'text' }] } }],
  ['a fault of the task beside its form', { ...TASK, taskTitle: '', form: FORM }],
])('keeps nothing of a body with %s, and forwards no id that a caller has sent', async (_what, body) => {
  await post(body, { [FORM_HEADER]: 'form-of-another' });
  expect(kept).toEqual([]);
  expect(forwardedForm()).toBeUndefined();
});
