// Configuration schema: the cache, and what several servers share.
import Type from 'typebox'

export const cacheSettings = {
  CACHE_MEMORY_BYTES: Type.Integer({
    default: 134_217_728,
    minimum: 1_048_576,
    description: 'Maximum bytes that are cached in memory',
  }),
  CACHE_PAGES: Type.String({
    default: 'on',
    pattern: '^(on|off)$',
    description: 'Whether whole pages are cached: on or off',
  }),
  UPSTREAM_CACHE: Type.String({
    default: 'respect',
    pattern: '^(respect|policy)$',
    description:
      'Lifetime of responses of the content API: respect (its caching fields decide) or policy ([the table](#cache) does)',
  }),
  CACHE_SNAPSHOT_SECONDS: Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 86_400,
    description: 'Interval at which the cache is saved to `DATA_DIR`; 0: never; default with `API_BASE`: 60',
  }),
  REDIS_URL: Type.String({
    default: '',
    pattern: '^\\S*$',
    expected: 'a URL without spaces, like redis://host:6379',
    description: 'Redis or Valkey that several servers share: [Redis](#redis)',
    secret: true,
  }),
}
