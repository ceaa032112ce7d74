jest.setTimeout(15_000);
