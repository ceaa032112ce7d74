import { readOptions, UsageError } from './options';

const read = (args: string, env: NodeJS.ProcessEnv = {}) => readOptions(args.split(' ').filter(Boolean), env);
const fault = (args: string[], env: NodeJS.ProcessEnv = {}) => {
  try {
    readOptions(args, env);
    return null;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    expect(error.message).not.toContain('\n');
    return error.message;
  }
};

describe('what is typed after npm start --', () => {
  test('nothing: the defaults', () => {
    expect(read('')).toEqual({ port: 3000, dataDir: '.data', demo: true, processes: false });
  });

  test('everything', () => {
    expect(read('--port 4000 --data /tmp/x --no-demo --processes')).toEqual({
      port: 4000,
      dataDir: '/tmp/x',
      demo: false,
      processes: true,
    });
  });

  test('wins over the environment, which wins over the defaults', () => {
    const env = { PORT: '5000', DATA_DIR: '/srv' };
    expect(read('', env)).toMatchObject({ port: 5000, dataDir: '/srv' });
    expect(read('--port 4000 --data /tmp/x', env)).toMatchObject({ port: 4000, dataDir: '/tmp/x' });
  });

  test('an empty variable counts as absent', () => {
    expect(read('', { PORT: '', DATA_DIR: '' })).toMatchObject({ port: 3000, dataDir: '.data' });
  });

  test.each(['0', '-1', '1.5', '1e3', 'abc', '', '65431'])(
    'is no base for the ports of all parts: %j',
    (port) => {
      const rest = `must be a whole number from 1 to 65430, not '${port}'.`;
      expect(fault([`--port=${port}`])).toBe(`--port ${rest}`);
      // An empty variable is none at all.
      if (port !== '') expect(fault([], { PORT: port })).toBe(`PORT ${rest}`);
    },
  );

  test('the highest base is the one whose last service still has a port', () => {
    expect(read('--port 65430').port + 105).toBe(65_535);
  });

  test.each([['--prot', '4000'], ['3000'], ['--port'], ['--no-demo=yes']])(
    'that is not understood is a sentence that names the options: %s',
    (...args) => {
      expect(fault(args)).toMatch(/The options are --port N, --data DIR, --no-demo and --processes\.$/);
    },
  );

  test('a folder has a name', () => {
    expect(fault(['--data='])).toBe('--data must name a folder.');
  });
});
