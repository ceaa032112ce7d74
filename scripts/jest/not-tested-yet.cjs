/** Leaves out the folders in TESTED (absolute, with commas): an earlier step has run their tests. */
module.exports = (paths) => {
  const tested = (process.env.TESTED ?? '').split(',').filter(Boolean);
  return { filtered: paths.filter((path) => !tested.some((folder) => path.startsWith(`${folder}/`))) };
};
