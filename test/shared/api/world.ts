// The business calls over a scripted transport, which records its requests.
import { createApi, createContentMemo } from '../../../shared/api/api.ts'
import type { ApiRequest, ApiResponse } from '../../../shared/api/transport.ts'
import type { RichText } from '../../../shared/content/reader.ts'

export const richText = ((html) => html) as RichText

export function createWorld(answer: ApiResponse) {
  const sent: ApiRequest[] = []
  const transport = async (request: ApiRequest) => {
    sent.push(request)
    return answer
  }
  return { sent, api: createApi({ transport, locale: 'en', richText, memo: createContentMemo() }) }
}
