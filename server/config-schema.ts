// The settings of this server: the one schema behind their types, their checks and the README's table.
import Type from 'typebox'

const url = '^https?://[^\\s/?#]+$'

/** Every setting is an environment variable of the same name. */
export const configSchema = Type.Object({
  HOST: Type.String({ default: '0.0.0.0', minLength: 1, description: 'Address to listen on' }),
  PORT: Type.Integer({ default: 3000, minimum: 0, maximum: 65535, description: 'Port to listen on; 0 takes a free one' }),
  SITE_URL: Type.String({
    default: '',
    pattern: `${url}|^$`,
    description: 'Public URL without a path, for canonical links, sitemaps and redirects; default `http://localhost:PORT`',
  }),
  API_BASE: Type.String({
    default: '',
    pattern: '^https?://[^\\s?#]+[^/\\s?#]$|^$',
    description: 'Base URL of the content API; empty: the embedded content API',
  }),
  CONTENT_DIR: Type.String({ default: '', description: 'Content folder of the embedded content API; default: the sample site' }),
  DATA_DIR: Type.String({ default: 'data', minLength: 1, description: 'Folder for what must survive a restart' }),
  LOG_LEVEL: Type.String({
    default: 'info',
    pattern: '^(fatal|error|warn|info|debug|trace|silent)$',
    description: 'Least severe level that is logged: fatal, error, warn, info, debug, trace or silent',
  }),
  TRUST_PROXY: Type.String({
    default: '',
    pattern: '^[0-9a-fA-F.:/, ]*$',
    description: 'Addresses or networks of the proxies in front, separated by commas',
  }),
  FORM_NAME: Type.String({
    default: ':name',
    pattern: '^[A-Za-z0-9_.:-]{1,64}$',
    description: 'Name under which the contact form is sent to the content API',
  }),
  ORIGIN_CONNECTIONS: Type.Integer({ default: 64, minimum: 1, maximum: 1024, description: 'Most connections to the content API' }),
  ORIGIN_RESPONSE_LIMIT: Type.Integer({
    default: 8_388_608,
    minimum: 1024,
    description: 'Largest answer of the content API that is read, in bytes',
  }),
  REDIS_URL: Type.String({
    default: '',
    pattern: '^rediss?://\\S+$|^$',
    description: 'Redis or Valkey shared by several servers; may hold a password',
    secret: true,
  }),
  OPS_TOKEN: Type.String({
    default: '',
    pattern: '^\\S{16,}$|^$',
    description: "Secret for the operators' calls; at least 16 characters; empty: they are off",
    secret: true,
  }),
})

export type Settings = Type.Static<typeof configSchema>
export type SettingName = keyof Settings
