/** After the last test: stops the engines that `engines-up.cjs` started. */
module.exports = async () => {
  for (const engine of globalThis.testEngines) await engine.stop();
};
