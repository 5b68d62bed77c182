// In the syntax of Node.js 12, which cannot read the bundle: some runners start an action with the Node.js of a container image.
const version = process.versions.node;

// Until the action says how it ended: a process that ends without a word must not be green.
process.exitCode = 1;
// A signal that comes before the bundle is loaded: src/main.ts asks for it.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(name, () => {
    globalThis.isRunTestsetCancelled = true;
  });

if (Number(version.split('.')[0]) >= 22) import(`./dist/index.js${new URL(import.meta.url).search}`);
else
  console.log(
    `::error::Run Testset needs Node.js 24, as its action.yml says (using: node24), and was started with Node.js ${version}. ` +
      'No testset was created. Update the runner, or the Node.js in its image or on its PATH.',
  );
