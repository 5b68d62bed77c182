/** A preload (`node --import`) in which the name service.example has two addresses of this machine. */
import dns from 'node:dns';

const ADDRESSES = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
const { lookup } = dns;
dns.lookup = (name, options, done) => {
  if (name !== 'service.example') lookup(name, options, done);
  else process.nextTick(done, null, ADDRESSES);
};
