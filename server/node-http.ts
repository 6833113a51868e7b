// What this server takes from node:http. An import of that module reads every name in it, and one of them starts a
// second HTTP client: a third of the time until the server listens.
import type * as Http from 'node:http'

export const { createServer, METHODS, ServerResponse, STATUS_CODES } = process.getBuiltinModule(
  'node:http',
) as typeof Http
