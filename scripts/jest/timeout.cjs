// Only ends what hangs: a busy machine, or an engine in a container, is slow.
jest.setTimeout(240_000);
