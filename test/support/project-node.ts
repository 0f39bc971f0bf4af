/** Ends a test runner that another Node than the project's own runs: some of what tests call does not exist there. */
if (!process.version.startsWith('v24.')) {
  console.error(
    `The tests need Node 24, not ${process.version}. Put the project's own first: export PATH=$PWD/node_modules/.bin:$PATH`,
  );
  process.exit(1);
}
