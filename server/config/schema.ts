// Configuration schema: the source of the types, the validation and the table in the documents.
import Type from 'typebox'
import { defaultDownloadId } from '../../shared/constants.ts'
import { apiSettings } from './schema-api.ts'
import { cacheSettings } from './schema-cache.ts'
import { notificationSettings } from './schema-notifications.ts'
import { operationsSettings } from './schema-operations.ts'

const siteUrl = '^https?://[^\\s/?#]+/*$'

/** Every setting is an environment variable of the same name. */
export const configSchema = Type.Object({
  HOST: Type.String({
    default: '0.0.0.0',
    minLength: 1,
    description: 'Address on which the server listens',
    zh: '监听地址',
  }),
  PORT: Type.Integer({
    default: 3000,
    minimum: 0,
    maximum: 65535,
    description: 'Port on which the server listens; 0: any free port',
    zh: '监听端口；0 表示取一个空闲端口',
  }),
  SITE_URL: Type.String({
    default: '',
    pattern: `${siteUrl}|^$`,
    expected: 'a URL without a path, like https://www.example.com',
    description:
      'Public URL without a path, for canonical links, sitemaps and redirects; default `http://localhost:PORT`',
    zh: '对外网址，不带路径，用于规范链接、站点地图和跳转；默认 `http://localhost:PORT`',
  }),
  ROBOTS: Type.String({
    default: 'allow',
    pattern: '^(allow|deny)$',
    description: 'Whether search engines may index the site: allow, or deny for a trial installation',
    zh: '是否允许搜索引擎收录：allow；试用环境设为 deny',
  }),
  REDIRECTS: Type.String({
    default: '',
    description: 'YAML or JSON file of redirects; default: `server/redirects.json` as of the build',
    zh: '页面跳转表（YAML 或 JSON 文件）；默认用构建时的 `server/redirects.json`',
  }),
  API_BASE: Type.String({
    default: '',
    pattern: '^https?://[^\\s/?#][^\\s?#]*$|^$',
    expected: 'a URL without a query, like https://api.example.com',
    description: 'Base URL of the content API; empty: the embedded content API',
    zh: '内容接口的基地址；留空则用内置内容接口',
  }),
  ...apiSettings,
  CONTENT_DIR: Type.String({
    default: '',
    description:
      'Content folder of the embedded content API; default: the sample site. With `API_BASE` only its `brand.yaml` is used',
    zh: '内置内容接口的内容目录；默认是示例站点。设了 `API_BASE` 时只用其中的 `brand.yaml`',
  }),
  DOWNLOAD_ID: Type.Integer({
    default: defaultDownloadId,
    minimum: 1,
    maximum: 999_999_999_999_999,
    description:
      'Id of the category of downloads that `/download` shows; where it does not exist, the first one',
    zh: '`/download` 显示的资料分类的编号；该分类不存在时显示第一个分类',
  }),
  DATA_DIR: Type.String({
    default: 'data',
    minLength: 1,
    description: 'Folder for data that must survive a restart',
    zh: '重启后仍需保留的数据所在目录',
  }),
  LOG_LEVEL: Type.String({
    default: 'info',
    pattern: '^(fatal|error|warn|info|debug|trace|silent)$',
    description: 'Lowest level that is logged: fatal, error, warn, info, debug, trace or silent',
    zh: '记录日志的最低级别：fatal、error、warn、info、debug、trace 或 silent',
  }),
  TRUST_PROXY: Type.String({
    default: '',
    pattern: '^[0-9a-fA-F.:/, ]*$',
    expected: 'IP addresses or networks like 10.0.0.0/8',
    description: 'Addresses or networks of trusted proxies in front of the server, separated by commas',
    zh: '前置代理的地址或网段，用逗号分隔',
  }),
  FORM_NAME: Type.String({
    default: ':name',
    pattern: '^(?!\\.{1,2}$)[A-Za-z0-9_.:-]{1,64}$',
    expected: '1 to 64 letters, digits, _, ., : and -',
    description: 'Name under which the contact form is sent to the content API',
    zh: '联系表单发往内容接口时使用的名称',
  }),
  FORM_RATE_LIMIT: Type.Integer({
    default: 20,
    minimum: 0,
    maximum: 100_000,
    description: 'Maximum form submissions per address in 10 minutes; 0: no limit',
    zh: '同一地址 10 分钟内最多提交表单的次数；0 表示不限',
  }),
  FORM_RETENTION_DAYS: Type.Integer({
    default: 730,
    minimum: 1,
    maximum: 36_500,
    description: 'Age in days at which form messages are deleted, at the start and every hour',
    zh: '表单留言保留的天数，启动时和每小时删除更早的留言',
  }),
  ...notificationSettings,
  ORIGIN_CONNECTIONS: Type.Integer({
    default: 64,
    minimum: 1,
    maximum: 1024,
    description:
      'Maximum connections to the content API; one call uses at most half of them, one visitor a quarter',
    zh: '与内容接口的最大连接数；单个调用最多占一半，单个访客最多占四分之一',
  }),
  ORIGIN_RESPONSE_LIMIT: Type.Integer({
    default: 8_388_608,
    minimum: 1024,
    description: 'Maximum size of a response of the content API, in bytes',
    zh: '读取内容接口响应的字节数上限',
  }),
  ORIGIN_CA: Type.String({
    default: '',
    description: 'PEM file of a certificate authority that is trusted for the content API',
    zh: '内容接口所用证书颁发机构的 PEM 文件',
  }),
  MEDIA_RESIZE: Type.String({
    default: 'off',
    pattern: '^(on|off)$',
    description:
      'Whether this server makes smaller copies of images below `/media/` that have none, in AVIF and WebP: on or off; on needs the package `sharp`',
    zh: '是否由本服务器为 `/media/` 下没有多尺寸版本的图片生成较小的 AVIF、WebP 副本：on 或 off；设为 on 时须安装 `sharp`',
  }),
  IMAGE_HOSTS: Type.String({
    default: '',
    pattern: '^(https://(\\*\\.)?[A-Za-z0-9.-]+(:\\d{1,5})?( +|$))*$',
    expected: 'https: URLs without a path, separated by spaces, like https://img.example',
    description:
      'Other hosts whose images pages may show, like `https://img.example https://*.cdn.example`, separated by spaces',
    zh: '页面可以显示其图片的其他网站，例如 `https://img.example https://*.cdn.example`，用空格分隔',
  }),
  MAX_CONNECTIONS: Type.Integer({
    default: 10_000,
    minimum: 1,
    maximum: 1_000_000,
    description: 'Maximum concurrent connections; further ones are closed',
    zh: '同时连接数上限，超出的连接会被关闭',
  }),
  ADDRESS_CONNECTIONS: Type.Integer({
    default: 256,
    minimum: 1,
    maximum: 1_000_000,
    description: 'Maximum concurrent connections per address; private networks and `TRUST_PROXY` are exempt',
    zh: '单个地址的同时连接数上限；内网地址和 `TRUST_PROXY` 不计',
  }),
  ADDRESS_RATE: Type.Integer({
    default: 100,
    minimum: 0,
    maximum: 100_000,
    description:
      'Rate limits per address and minute (searches, suggestions, blocks, reports, writes) in percent of the default; 0: no limits',
    zh: '单个地址每分钟请求限额（搜索、输入建议、区块、报告、写入）相对默认值的百分比；0 表示不限',
  }),
  SECURITY_CONTACT: Type.String({
    default: '',
    pattern: '^((mailto:|https://|tel:)[^\\s]+( +|$))*$',
    expected: 'mailto:, https: or tel: addresses, separated by spaces',
    description:
      'Where to report security problems, for `/.well-known/security.txt`: `mailto:` or `https:` addresses, separated by spaces; empty: no such file',
    zh: '安全问题的报告地址，用于 `/.well-known/security.txt`：`mailto:` 或 `https:` 地址，用空格分隔；留空则没有该文件',
  }),
  SECURITY_EXPIRES: Type.String({
    default: '',
    pattern: '^(\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(Z|[+-]\\d{2}:\\d{2}))?$',
    expected: 'a date and time like 2030-01-31T00:00:00Z',
    description:
      'Expiry date of `security.txt`, like `2030-01-31T00:00:00Z`; required with `SECURITY_CONTACT`',
    zh: '上述地址的有效期，例如 `2030-01-31T00:00:00Z`；设置 `SECURITY_CONTACT` 时必填',
  }),
  EARLY_HINTS: Type.String({
    default: 'on',
    pattern: '^(on|off)$',
    description: 'Whether a 103 response names the stylesheet while a page is being rendered: on or off',
    zh: '生成页面期间是否先用 103 状态码告知浏览器样式表：on 或 off',
  }),
  ...cacheSettings,
  FINGERPRINT: Type.String({
    default: 'on',
    pattern: '^(on|off)$',
    description:
      'Whether the browser computes a visitor id and sends it with business calls: on or off; off: no id is computed, stored or passed on',
    zh: '浏览器是否计算访客标识并随业务请求发送：on 或 off；off 表示不计算、不保存，也不转发',
  }),
  ANALYTICS: Type.String({
    default: 'off',
    pattern: '^(off|matomo|plausible|umami|baidu)$',
    description: 'Web analytics that page views are reported to: matomo, plausible, umami, baidu or off',
    zh: '接收页面浏览数据的网站统计系统：matomo、plausible、umami、baidu（百度统计）；off 表示不统计',
  }),
  ANALYTICS_URL: Type.String({
    default: '',
    pattern: '^(https://|http://(localhost|127\\.0\\.0\\.1)(:|/|$))[A-Za-z0-9._~%/:-]*$|^$',
    expected: 'an https URL without a query, like https://stats.example.com',
    description:
      'Base URL of the analytics server; empty: the hosted service of Plausible, Umami or Baidu; required for Matomo',
    zh: '统计服务器的基地址；留空则使用 Plausible、Umami 或百度的托管服务；Matomo 必填',
  }),
  ANALYTICS_SITE: Type.String({
    default: '',
    pattern: '^[A-Za-z0-9./:_-]*$',
    expected: 'letters, digits, ., /, :, _ and -',
    description:
      'Id of this site in the analytics system; required with `ANALYTICS`, but for Plausible, where the host of `SITE_URL` is the default',
    zh: '本站在统计系统中的标识；设置 `ANALYTICS` 时必填，Plausible 默认用 `SITE_URL` 的主机名',
  }),
  ...operationsSettings,
  INDEXNOW_KEY: Type.String({
    default: '',
    pattern: '^[A-Za-z0-9-]{8,128}$|^$',
    expected: '8 to 128 letters, digits and -',
    description: 'IndexNow key for `npm run push`, served as `/{key}.txt`; empty: off',
    zh: '用 `npm run push` 向 IndexNow 搜索引擎推送更新的密钥，以 `/{key}.txt` 提供；留空则关闭',
  }),
  BAIDU_TOKEN: Type.String({
    default: '',
    pattern: '^[A-Za-z0-9_-]{4,128}$|^$',
    expected: '4 to 128 letters, digits, _ and -',
    description: "Token of Baidu's link submission for `npm run push`; empty: off",
    zh: '用 `npm run push` 向百度提交链接的 token；留空则关闭',
    secret: true,
  }),
})

export type Settings = Type.Static<typeof configSchema>
export type SettingName = keyof Settings
