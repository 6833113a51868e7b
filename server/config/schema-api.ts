// Configuration schema: what kind of content API there is, and access to it.
import Type from 'typebox'

export const apiSettings = {
  API_KIND: Type.String({
    default: 'native',
    pattern: '^(native|directus|strapi|wordpress)$',
    description: 'What is at `API_BASE`: native, directus, strapi or wordpress',
  }),
  API_TOKEN: Type.String({
    default: '',
    pattern: '^[\\x20-\\x7e]*$',
    expected: 'letters, digits and signs of ASCII',
    description: 'Token for the content API; for WordPress `name:abcd efgh ijkl`',
    secret: true,
  }),
  API_TOKEN_EN: Type.String({
    default: '',
    pattern: '^[\\x20-\\x7e]*$',
    expected: 'letters, digits and signs of ASCII',
    description: 'Token for `languages.en.base` of the map; default: `API_TOKEN`',
    secret: true,
  }),
  API_HEADERS: Type.String({
    default: '',
    description: 'Header fields for the content API, like `X-Api-Key: abc; X-Site: www`',
    secret: true,
  }),
  API_MAP: Type.String({
    default: '',
    description: 'Map of a content system; default: `api-map.yaml` in `CONTENT_DIR`',
  }),
  WEBHOOK_SECRET: Type.String({
    default: '',
    pattern: '^\\S{16,}$|^$',
    expected: 'at least 16 characters without spaces',
    description: 'Secret of `POST /ops/webhook/{kind}`, at least 16 characters; empty: off',
    secret: true,
  }),
  ORIGIN_SITES: Type.String({
    default: '',
    pattern: '^(https?://[^\\s/?#]+/*( +|$))*$',
    expected: 'URLs without a path, like http://site-1:3000 http://site-2:3000, separated by spaces',
    description: 'Sites that `origin` notifies of changes, like `http://site-1:3000 http://site-2:3000`',
  }),
}
