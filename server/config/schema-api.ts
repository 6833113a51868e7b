// Configuration schema: what kind of content API there is, and access to it.
import Type from 'typebox'

export const apiSettings = {
  API_KIND: Type.String({
    default: 'native',
    pattern: '^(native|directus|strapi|wordpress)$',
    description:
      'What is at `API_BASE`: native (the contract of this site), or a content system: directus, strapi, wordpress',
    zh: '`API_BASE` 是什么系统：native（本站的接口约定），或内容管理系统 directus、strapi、wordpress',
  }),
  API_TOKEN: Type.String({
    default: '',
    pattern: '^[\\x20-\\x7e]*$',
    expected: 'letters, digits and signs of ASCII',
    description:
      'Token for the content API, sent as `Bearer`; for WordPress an application password as `name:abcd efgh ijkl`',
    zh: '访问内容接口的令牌，以 `Bearer` 方式发送；WordPress 用应用程序密码，写作 `name:abcd efgh ijkl`，其中 `name` 是用户名',
    secret: true,
  }),
  API_TOKEN_EN: Type.String({
    default: '',
    pattern: '^[\\x20-\\x7e]*$',
    expected: 'letters, digits and signs of ASCII',
    description:
      'Token for the system of the English content, where `languages.en.base` names one; default: `API_TOKEN`',
    zh: '英文内容所在系统的令牌（`languages.en.base` 指定了另一个系统时用）；默认同 `API_TOKEN`',
    secret: true,
  }),
  API_HEADERS: Type.String({
    default: '',
    description:
      'Header fields of every request to the content API, like `X-Api-Key: abc; X-Site: www`, separated by `;` or line breaks',
    zh: '每次请求内容接口时附加的请求头，例如 `X-Api-Key: abc; X-Site: www`，用 `;` 或换行分隔',
    secret: true,
  }),
  API_MAP: Type.String({
    default: '',
    description:
      'YAML file that says where the content is in a content system; default: `api-map.yaml` in `CONTENT_DIR`, if there is one',
    zh: '说明内容在内容管理系统中位置的 YAML 文件；默认用 `CONTENT_DIR` 中的 `api-map.yaml`（若有）',
  }),
  WEBHOOK_SECRET: Type.String({
    default: '',
    pattern: '^\\S{16,}$|^$',
    expected: 'at least 16 characters without spaces',
    description: 'Secret of `POST /ops/webhook/{kind}`, at least 16 characters; empty: the endpoint is off',
    zh: '`POST /ops/webhook/{kind}` 的密钥，至少 16 个字符；留空则关闭该接口',
    secret: true,
  }),
  ORIGIN_SITES: Type.String({
    default: '',
    pattern: '^(https?://[^\\s/?#]+/*( +|$))*$',
    expected: 'URLs without a path, like http://site-1:3000 http://site-2:3000, separated by spaces',
    description:
      'The sites in front of the command `origin`, which notifies each of changes, like `http://site-1:3000 http://site-2:3000`; needs `WEBHOOK_SECRET`',
    zh: '`origin` 命令前面的各个站点，内容变更时逐一通知，例如 `http://site-1:3000 http://site-2:3000`；须同时设置 `WEBHOOK_SECRET`',
  }),
}
