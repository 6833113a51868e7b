// Configuration schema: operation of the server (ports, limits, shutdown, logs).
import Type from 'typebox'

export const operationsSettings = {
  METRICS_PORT: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 65535,
    description: 'Separate port, open to all, for [`/metrics`](#metrics); 0: served at `PORT`',
  }),
  KEEP_ALIVE_SECONDS: Type.Integer({
    default: 72,
    minimum: 1,
    maximum: 3600,
    description: 'Keep-alive time of an idle connection; must exceed that of the load balancer',
  }),
  DRAIN_SECONDS: Type.Integer({
    default: 5,
    minimum: 0,
    maximum: 300,
    description: 'Time after `SIGTERM` during which `/readyz` is 503',
  }),
  SHUTDOWN_SECONDS: Type.Integer({
    default: 8,
    minimum: 1,
    maximum: 300,
    description: 'Time after `DRAIN_SECONDS` for requests in flight',
  }),
  LOG_ADDRESSES: Type.String({
    default: 'network',
    pattern: '^(full|network|off)$',
    description: 'Client addresses in the log: network (/24, /48), full or off',
  }),
  SHOW_DRAFTS: Type.String({
    default: 'off',
    pattern: '^(on|off)$',
    description:
      'Whether this server shows [drafts](#drafts), scheduled and expired items of a folder: on or off',
  }),
  PREVIEW_PASSWORD: Type.String({
    default: '',
    pattern: '^\\S{8,}$|^$',
    expected: 'at least 8 characters without spaces',
    description: 'Password of a server with `SHOW_DRAFTS=on`, at least 8 characters',
    secret: true,
  }),
  OPS_TOKEN: Type.String({
    default: '',
    pattern: '^\\S{16,}$|^$',
    expected: 'at least 16 characters without spaces',
    description: 'Token of purges and `/metrics`, at least 16 characters; empty: off',
    secret: true,
  }),
}
