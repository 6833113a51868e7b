// Configuration schema: the cache, and what several servers share.
import Type from 'typebox'

export const cacheSettings = {
  CACHE_MEMORY_BYTES: Type.Integer({
    default: 134_217_728,
    minimum: 1_048_576,
    description:
      'Memory for everything that is cached: responses with what is parsed from them, pages, encodings, fragments and share cards; in bytes',
  }),
  CACHE_ENTRY_BYTES: Type.Integer({
    default: 1_048_576,
    minimum: 1024,
    description: 'Maximum size of one cached response, in bytes',
  }),
  CACHE_PAGES: Type.String({
    default: 'on',
    pattern: '^(on|off)$',
    description:
      'Whether whole pages are cached: on or off; off: each request renders its page from cached responses',
  }),
  SYNC_SECONDS: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 3600,
    description: 'Interval at which a content system (`API_KIND`) is polled for changes, beside its webhooks',
  }),
  CACHE_SNAPSHOT_SECONDS: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 86_400,
    description:
      'Interval at which the cache is saved to `DATA_DIR`, and on exit, for the next start; 0: never; default with `API_BASE`: 60',
  }),
  REDIS_URL: Type.String({
    default: '',
    pattern: '^\\S*$',
    expected: 'a URL without spaces, like redis://host:6379',
    description:
      'Redis or Valkey that several servers share: `redis://host:6379`, `redis+sentinel://host:26379,host:26379/name` or `redis+cluster://host:6379,host:6379`, with TLS `rediss`; may contain passwords',
    secret: true,
  }),
  FORMS_STORE: Type.String({
    default: 'redis',
    pattern: '^(redis|disk)$',
    description:
      'Where form messages are stored first with `REDIS_URL`: redis, or disk, where each server has a list of its own',
  }),
}
