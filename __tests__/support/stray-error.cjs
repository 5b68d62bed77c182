// A preload (`node --require`) that throws an error which nobody could foresee, out of nowhere, at the first look at a testset's status.
const { subscribe } = require('node:diagnostics_channel');

subscribe('http.client.request.start', ({ request }) => {
  if (/\/testset\/\d+$/.test(request.path)) {
    process.nextTick(() => {
      throw new Error('out of nowhere');
    });
  }
});
