// A page over HTTP whose deferred parts come after its first bytes.
import { personAgent, type Site } from './site.ts'

const deferredCall = /recommends|page_size=[346](?:&|$)/

export async function streamPage(site: Site, url: string) {
  const shellRead = Promise.withResolvers<void>()
  const restore = site.origin.answer('/api/home/article', async (...asked) => {
    if (deferredCall.test(asked[0].url ?? '')) await shellRead.promise
    await site.origin.pass(...asked)
  })
  const headers = { 'user-agent': personAgent, accept: 'text/html', 'accept-language': 'zh-CN' }
  const response = await fetch(url, { headers, redirect: 'manual' })
  let [body, first] = ['', '']
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    body += piece
    first ||= body
    shellRead.resolve()
  }
  restore()
  return { status: response.status, headers: Object.fromEntries(response.headers), body, first }
}
