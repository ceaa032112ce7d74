/** After the last test: what `engines-up.cjs` started. */
module.exports = async () => {
  for (const engine of globalThis.testEngines) await engine.stop();
};
