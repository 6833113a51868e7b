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
}
