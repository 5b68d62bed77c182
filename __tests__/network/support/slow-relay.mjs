/** Passes connections on to the port in its argument, and writes its own port to stdout. */
import { connect, createServer } from 'node:net';

const server = createServer((client) => {
  const upstream = connect(Number(process.argv[2]), '127.0.0.1');
  for (const [from, to] of [
    [client, upstream],
    [upstream, client],
  ]) {
    from.on('error', () => undefined).on('close', () => to.destroy());
    from.pipe(to);
  }
});
server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => console.log(server.address().port));
