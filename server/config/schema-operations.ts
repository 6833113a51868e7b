// The settings that are about running this server: its ports, limits, end and logs.
import Type from 'typebox'

export const operationsSettings = {
  METRICS_PORT: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 65535,
    description: 'Port of `/metrics` alone; 0: it is at `PORT` with everything else',
    zh: '`/metrics` 单独使用的端口；0 表示与其他内容同在 `PORT`',
  }),
  KEEP_ALIVE_SECONDS: Type.Integer({
    default: 72,
    minimum: 1,
    maximum: 3600,
    description: 'How long an idle connection is kept; longer than the load balancer keeps it',
    zh: '空闲连接保留的秒数；要比负载均衡器的更长',
  }),
  DRAIN_SECONDS: Type.Integer({
    default: 5,
    minimum: 0,
    maximum: 300,
    description: 'After `SIGTERM`: how long everything is still answered while `/readyz` says no',
    zh: '收到 `SIGTERM` 后，`/readyz` 报告未就绪、其余请求照常应答的秒数',
  }),
  SHUTDOWN_SECONDS: Type.Integer({
    default: 8,
    minimum: 1,
    maximum: 300,
    description: 'How long requests in flight may then take until their connections are cut',
    zh: '此后在途请求最多还可处理的秒数，超过则切断连接',
  }),
  RENDER_CONCURRENCY: Type.Integer({
    default: 64,
    minimum: 1,
    maximum: 10_000,
    description: 'Most pages that are being made at the same time',
    zh: '同时生成的页面数上限',
  }),
  RENDER_QUEUE: Type.Integer({
    default: 512,
    minimum: 0,
    maximum: 100_000,
    description: 'Most pages that wait for that; beyond it the answer is 503',
    zh: '排队等待生成的页面数上限；超出则应答 503',
  }),
  LOG_ASSETS_ONE_IN: Type.Integer({
    default: 100,
    minimum: 0,
    maximum: 1_000_000,
    description: 'Of successful requests for files, one in so many is logged; 1: all, 0: none',
    zh: '文件请求成功时，每多少个记录一条日志；1 表示全部，0 表示不记',
  }),
  LOG_ADDRESSES: Type.String({
    default: 'full',
    pattern: '^(full|network|off)$',
    description: "Visitors' addresses in the log: full, network (/24, /48) or off",
    zh: '日志中的访客地址：full（完整）、network（/24、/48 网段）或 off（不记）',
  }),
  ASSETS_DIR: Type.String({
    default: '',
    description:
      'Folder that servers of several builds share: each puts its hashed files there and serves all',
    zh: '多个版本的服务器共用的目录：各自放入带哈希的文件，并提供其中全部文件',
  }),
  OPS_TOKEN: Type.String({
    default: '',
    pattern: '^\\S{16,}$|^$',
    description: "Secret for the operators' calls; at least 16 characters; empty: they are off",
    zh: '运维接口的密钥，至少 16 个字符；留空则关闭这些接口',
    secret: true,
  }),
}
