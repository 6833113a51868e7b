// The business calls over a scripted transport, which records its requests.
import { createApi } from '../../../shared/api/api.ts'
import { callOf } from '../../../shared/api/calls.ts'
import type { ApiRequest, ApiResponse } from '../../../shared/api/request.ts'
import type { RichText } from '../../../shared/content/reader.ts'

export const richText = ((html) => html) as RichText

export function createWorld(answer: ApiResponse) {
  const sent: ApiRequest[] = []
  const transport = async (request: ApiRequest) => {
    sent.push(request)
    return answer
  }
  const api = createApi({
    transport,
    locale: 'en',
    read: (call, _path, data) => callOf(call).read(data, richText),
  })
  return { sent, api }
}
