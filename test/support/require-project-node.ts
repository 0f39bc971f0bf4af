/** Ends a test runner that does not run in the project's version of Node: tests call functions that others lack. */
if (!process.version.startsWith('v24.')) {
  console.error(
    `The tests need Node 24, not ${process.version}. Put the project's own first: export PATH=$PWD/node_modules/.bin:$PATH`,
  );
  process.exit(1);
}
