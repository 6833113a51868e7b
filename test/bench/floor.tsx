// Render floor: the React tree of one page as static markup, from prepared data, by a bare Fastify server, as its own process.
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import fastify from 'fastify'
import { renderToStaticMarkup } from 'react-dom/server'
import { App, headOf, ownHead, Providers } from '../../client/app.tsx'
import { islands } from '../../client/islands/islands.tsx'
import { importPage } from '../../client/routes.tsx'
import { siteOf } from '../../client/site.tsx'
import { readBuild } from '../../server/base/build.ts'
import { createKeptFacts } from '../../server/base/kept-facts.ts'
import { createEmbeddedOrigin } from '../../server/calls/embedded-origin.ts'
import { createCallReader } from '../../server/origin/call-reader.ts'
import { createServerTransports } from '../../server/origin/transport.ts'
import { createApiSource } from '../../server/pages/apis.ts'
import { createPages } from '../../server/pages/pages.ts'
import { createBrandLook } from '../../server/render/brand-look.ts'
import { createRenderer } from '../../server/render/render.tsx'
import { structuredData } from '../../server/render/structured-data/structured-data.ts'
import { createTranslations } from '../../server/render/translations.ts'
import { createRichText } from '../../server/rich-text/rich-text.ts'
import type { Island } from '../../shared/island.ts'
import { pendingDeferred } from '../../shared/payload.ts'
import { matchOf, resolve } from '../../shared/resolve.ts'
import { createLocalReader, createLocalSearch } from '../helpers/content-reader.ts'
import { root } from './process.ts'

const log = { info() {}, warn: console.error, error: console.error }
const build = await readBuild(join(root, 'dist'))
const content = await createEmbeddedOrigin({
  folder: join(root, 'server/sources/markdown/sample'),
  saveMessage: async () => ({ id: 'x' }),
  store: { reader: createLocalReader(), search: createLocalSearch() },
  log,
})
const settings = {
  siteUrl: 'http://localhost:3000',
  build: build.id,
  formName: 'contact',
  downloadId: 36,
}
const brandLook = createBrandLook(log)
const reader = createCallReader(createRichText({ imageHosts: [] }))
const facts = createKeptFacts({ config: { dataDir: '', apiBase: '' }, log })
const pages = createPages({
  apiSource: createApiSource({
    origin: content,
    send: content.send,
    reader,
    transportOver: createServerTransports(reader),
  }),
  renderer: await createRenderer(build, { fragments: 1, metadata: 1 }, brandLook, {
    offer: (html) => html,
    inStream: () => new PassThrough(),
  }),
  settings,
  form: () => undefined,
  facts,
  translations: await createTranslations({ log }),
  partTimeoutMs: 10_000,
})

async function preparedApp(path: string) {
  const match = matchOf(resolve(path))
  const state = await pages.pageState(match, { log })
  await Promise.all(pendingDeferred(state.shown))
  const { page } = await importPage(match.page)
  const site = siteOf(state)
  const head = headOf(state, page, site)
  const { t, language } = site
  const data = { head: ownHead(state, page, site), model: head, match, base: state.base }
  const asset = (href: string) => ({ href, integrity: build.integrity[href] })
  const { inlineScripts, developmentScripts } = build
  const props = {
    state,
    page,
    head,
    structuredData: structuredData({ ...data, siteUrl: settings.siteUrl, t, language }),
    assets: {
      inlineScripts,
      developmentScripts,
      styles: build.styles.map(asset),
      brandStyle: brandLook(state.base.config).style,
    },
  }
  return () => (
    <Providers {...{ site, state, renderIsland }}>
      <App {...props} />
    </Providers>
  )
}

const renderIsland = ({ name, props }: Island, data: unknown) =>
  islands[name].view(data as never, props as never)

const app = await preparedApp(process.env['FLOOR_PATH'] ?? '/')
const server = fastify()
server.get('/*', (_request, reply) => {
  void reply.type('text/html; charset=utf-8').send(`<!DOCTYPE html>${renderToStaticMarkup(app())}`)
})
await server.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
process.once('SIGTERM', () => process.exit(0))
