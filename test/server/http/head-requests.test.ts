// HEAD: the same head as GET, without a body.
import t from 'tap'
import { ask } from '../../helpers/ask.ts'
import { botAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const compared = ['content-type', 'cache-control', 'location', 'allow', 'vary', 'x-robots-tag', 'retry-after']

t.test('HEAD has the same status and header fields as GET, without a body', async (t) => {
  const site = await createSmallSite(t)
  const base = await site.listen()
  const paths = [
    ...['/en', '/news/1', '/fr', '/NEWS', `/news/_payload.json?${site.build.id}`, '/builds/latest.json'],
    ...['/favicon.svg', site.build.application, '/api/home/about/1', '/api/home/about/999', '/livez'],
    ...['/media/files/sheet.txt', '/media/none.txt'],
  ]
  for (const path of paths) {
    for (const agent of path.startsWith('/news/1') ? [botAgent, 'Firefox'] : ['Firefox']) {
      const got = await ask(base, path, { headers: { 'user-agent': agent } })
      const head = await ask(base, path, { method: 'HEAD', headers: { 'user-agent': agent } })
      t.equal(head.status, got.status, path)
      t.equal(head.body, '', path)
      for (const name of compared) t.equal(head.headers[name], got.headers[name], `${path} ${name}`)
    }
  }
})
