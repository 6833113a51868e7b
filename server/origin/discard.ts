// Lets go of an answer that nobody will read.
import type { OriginResponse } from '../base/origin.ts'

export function discard({ body }: Pick<OriginResponse, 'body'>) {
  if (!Buffer.isBuffer(body)) body.on('error', () => {}).destroy()
}
