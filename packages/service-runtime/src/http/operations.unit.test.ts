import { type CommonProblem, OPERATIONS, type OperationSpec, problemStatus, problemsOf } from '@piecework/contracts';
import { fail } from '@piecework/http';
import { answer } from './operations';

describe('the problems of an operation', () => {
  test('are declared, or a handler that answers one does not compile', () => {
    answer('getTask', [], async () => fail('not-found'));
    // @ts-expect-error getTask declares no such problem
    answer('getTask', [], async () => fail('own-task'));
    // @ts-expect-error nor one that the common table alone has
    answer('getTask', [], async () => fail('conflict' satisfies CommonProblem));
    // @ts-expect-error a failure whose code is not known could be any
    answer('getTask', [], async () => fail('not-found' as ProblemCode));
    expect(problemsOf(OPERATIONS.getTask)).not.toContain('own-task');
  });

  test('have a status, and no common problem is declared again', () => {
    for (const [id, spec] of Object.entries<OperationSpec>(OPERATIONS)) {
      for (const code of problemsOf(spec)) {
        const { status } = problemStatus(code, spec.service);
        expect([id, code, status >= 400 && status < 600]).toEqual([id, code, true]);
      }
      expect([id, new Set(spec.problems).size]).toEqual([id, spec.problems?.length ?? 0]);
    }
  });
});
