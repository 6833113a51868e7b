// Configuration schema: access to the content API.
import Type from 'typebox'

export const apiSettings = {
  API_TOKEN: Type.String({
    default: '',
    pattern: '^[\\x20-\\x7e]*$',
    expected: 'letters, digits and signs of ASCII',
    description: 'Token for the content API',
    secret: true,
  }),
  API_HEADERS: Type.String({
    default: '',
    description: 'Header fields for the content API, like `X-Api-Key: abc; X-Site: www`',
    secret: true,
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
