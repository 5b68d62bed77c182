import type { Socket } from 'node:net';

/** How long a failed write waits for the answer that may already be on its way, in milliseconds. */
const PATIENCE_MS = 500;

type Written = (error?: Error | null) => void;

/**
 * Makes a socket read on when a write fails. A server that refuses an upload early (401, 413) and closes makes our next write
 * fail; told at once, the client would give up with EPIPE and lose the answer that lies in the receive buffer. So a failed
 * write is only reported when the socket has closed, or after half a second.
 */
export function readBeforeGivingUp(socket: Socket): Socket {
  const write = socket._write.bind(socket);
  const writev = socket._writev?.bind(socket);
  socket._write = (chunk, encoding, written: Written) => {
    write(chunk, encoding, patient(socket, written));
  };
  if (writev) {
    socket._writev = (chunks, written: Written) => {
      writev(chunks, patient(socket, written));
    };
  }
  return socket;
}

function patient(socket: Socket, written: Written): Written {
  return (error) => {
    if (!error || socket.destroyed) {
      written(error);
      return;
    }
    const report = (): void => {
      clearTimeout(timer);
      socket.off('close', report);
      written(error);
    };
    const timer = setTimeout(report, PATIENCE_MS);
    socket.once('close', report);
  };
}
