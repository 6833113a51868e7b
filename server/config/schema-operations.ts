// Configuration schema: operation of the server (ports, limits, shutdown, logs).
import Type from 'typebox'

export const operationsSettings = {
  METRICS_PORT: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 65535,
    description: 'Separate port for `/metrics`; 0: served at `PORT`',
    zh: '`/metrics` 单独使用的端口；0 表示与其他内容同在 `PORT`',
  }),
  KEEP_ALIVE_SECONDS: Type.Integer({
    default: 72,
    minimum: 1,
    maximum: 3600,
    description: 'Keep-alive time of an idle connection; must exceed that of the load balancer',
    zh: '空闲连接保留的秒数；要比负载均衡器的更长',
  }),
  DRAIN_SECONDS: Type.Integer({
    default: 5,
    minimum: 0,
    maximum: 300,
    description: 'After `SIGTERM`: time during which requests are still served and `/readyz` is 503',
    zh: '收到 `SIGTERM` 后，`/readyz` 返回 503、其余请求照常处理的秒数',
  }),
  SHUTDOWN_SECONDS: Type.Integer({
    default: 8,
    minimum: 1,
    maximum: 300,
    description: 'Time after that for requests in flight; their connections are then closed',
    zh: '此后在途请求最多还可处理的秒数，超过则切断连接',
  }),
  RENDER_CONCURRENCY: Type.Integer({
    default: 64,
    minimum: 1,
    maximum: 10_000,
    description: 'Maximum pages rendered at the same time',
    zh: '同时生成的页面数上限',
  }),
  RENDER_QUEUE: Type.Integer({
    default: 512,
    minimum: 0,
    maximum: 100_000,
    description: 'Maximum pages waiting to be rendered; beyond it the response is 503',
    zh: '排队等待生成的页面数上限；超出则返回 503',
  }),
  LOG_ASSETS_ONE_IN: Type.Integer({
    default: 100,
    minimum: 0,
    maximum: 1_000_000,
    description: 'One in N successful requests for files is logged; 1: all, 0: none',
    zh: '文件请求成功时，每多少个记录一条日志；1 表示全部，0 表示不记',
  }),
  LOG_ADDRESSES: Type.String({
    default: 'network',
    pattern: '^(full|network|off)$',
    description: 'Client addresses in the log: network (/24, /48), full or off',
    zh: '日志中的访客地址：network（/24、/48 网段）、full（完整）或 off（不记）',
  }),
  ASSETS_DIR: Type.String({
    default: '',
    description:
      'Folder shared by servers of different builds: each copies its hashed files there and serves all of them',
    zh: '多个版本的服务器共用的目录：各自放入带哈希的文件，并提供其中全部文件',
  }),
  OPS_TOKEN: Type.String({
    default: '',
    pattern: '^\\S{16,}$|^$',
    expected: 'at least 16 characters without spaces',
    description:
      'Bearer token of `POST /ops/purge` and `POST /ops/preview`, at least 16 characters; empty: the endpoints are off',
    zh: '运维接口的密钥，至少 16 个字符；留空则关闭这些接口',
    secret: true,
  }),
}
