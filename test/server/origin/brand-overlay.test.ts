// brand.yaml beside an upstream: its keys replace those of the upstream's site configuration.

import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import type { OriginResponse } from '../../../server/base/origin.ts'
import { createBrandOverlay } from '../../../server/calls/brand-overlay.ts'
import { createUpstream } from '../../../server/origin/upstream.ts'
import { createFolder, writeFiles } from '../../content/world.ts'
import { otherBrand, plum } from '../../helpers/brand.ts'
import { createLocalReader } from '../../helpers/content-reader.ts'
import { createLog } from '../../helpers/log.ts'
import { createTestOrigin } from '../../helpers/origin.ts'
import { smallFolder } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'

const configPath = '/api/home/config/base'

async function createWorld(t: Test, brand = otherBrand, given?: { folder: string; recordsFile: string }) {
  const { 'site.yaml': _site, ...files } = brand
  const folder = given?.folder ?? createFolder(t, files)
  const recordsFile = given?.recordsFile ?? join(createFolder(t, {}), 'records.sqlite')
  const origin = await createTestOrigin(t, { folder: smallFolder })
  const { log, lines } = createLog()
  let changed = () => {}
  const overlay = await createBrandOverlay(createUpstream({ base: origin.url, connections: 4, log }), {
    folder,
    responseLimit: 2 ** 20,
    log,
    reader: createLocalReader(),
    recordsFile,
    watch: async (_folder, onChange) => {
      changed = onChange
      return { close() {} }
    },
  })
  t.teardown(() => overlay.close())
  const read = async ({ body }: OriginResponse) =>
    (Buffer.isBuffer(body) ? body : await buffer(body as Readable)).toString()
  const config = async () => {
    const response = await overlay.send({
      method: 'POST',
      path: configPath,
      headers: {},
      body: Buffer.from('{}'),
    })
    return { response, data: JSON.parse(await read(response)).data }
  }
  const get = (path: string) => overlay.send({ method: 'GET', path, headers: {} })
  return { folder, recordsFile, origin, overlay, lines, config, get, read, change: () => changed() }
}

t.test('the site configuration of the upstream has the keys of brand.yaml', async (t) => {
  const { config } = await createWorld(t)
  const { response, data } = await config()
  t.match(data, {
    zh: { title: '水表厂', description: '我们做水表。', name: '回声声学', company: '回声声学有限公司' },
    en: { title: 'Meter Works', name: 'Echo Acoustics' },
    founded: '1998',
    brand: { mark: '/media/brand/mark.svg', colours: { brand: { light: plum } } },
  })
  t.equal(response.headers['etag'], undefined, 'the validators are those of other bytes')
  t.equal(response.headers['content-length'], undefined)
})

t.test('media files of the brand are those of the folder, all others those of the upstream', async (t) => {
  const { get, read, origin } = await createWorld(t)
  t.equal(await read(await get('/media/brand/mark.svg')), otherBrand['media/brand/mark.svg'])
  t.equal((await get('/media/files/sheet.txt')).status, 200)
  t.strictSame(origin.hits, ['GET /media/files/sheet.txt'])
})

t.test('a changed brand.yaml is served, and listeners learn of it', async (t) => {
  const { folder, overlay, config, change } = await createWorld(t)
  await config()
  const served = new Promise<void>((resolve) => void overlay.onChange?.(() => resolve()))
  writeFiles(folder, { 'brand.yaml': 'zh: { name: 新声 }\n' })
  change()
  await served
  const { data } = await config()
  t.equal(data.zh.name, '新声')
  t.equal(data.zh.company, '水表有限公司')
  t.equal(data.brand, undefined)
})

t.test('without brand.yaml, or with an invalid one, the configuration is that of the upstream', async (t) => {
  for (const [brand, logged] of [
    [{ 'media/a.txt': '' }, []],
    [{ 'brand.yaml': 'zh: [\n' }, [{ file: 'brand.yaml', line: 2, msg: 'content file left out' }]],
  ] as const) {
    const { config, lines } = await createWorld(t, brand)
    const { data } = await config()
    t.match(data, { zh: { title: '水表厂', company: '水表有限公司' }, founded: '2009' })
    t.match(lines, logged)
  }
})

t.test('a brand.yaml that is broken keeps its last valid text, over a restart too', async (t) => {
  const first = await createWorld(t)
  writeFiles(first.folder, { 'brand.yaml': 'zh: { name: 新声\n' })
  let updates = 0
  first.overlay.onChange?.(() => void updates++)
  first.change()
  await until(() => first.lines.length > 0)
  const second = await createWorld(t, otherBrand, first)
  for (const { config, get, read, lines, overlay } of [first, second]) {
    t.equal((await config()).data.zh.name, '回声声学')
    t.match(await read(await get('/media/brand/mark.svg')), '<svg')
    t.match(lines, [{ file: 'brand.yaml', line: 2, msg: 'content file kept: its last valid text is served' }])
    t.match(overlay.problems?.(), [{ file: 'brand.yaml', effect: 'kept' }])
  }
  t.equal(updates, 0)
})

t.test('a changed api-map.yaml is named, because the server uses it after a restart', async (t) => {
  const { folder, lines, change } = await createWorld(t)
  writeFiles(folder, { 'api-map.yaml': 'site: {}\n' })
  change()
  await until(() => lines.length > 0)
  t.match(lines, [{ file: 'api-map.yaml', msg: 'content map changed: the server uses it after a restart' }])
})

t.test('mistakes of the file are logged with their line', async (t) => {
  const { lines } = await createWorld(t, { 'brand.yaml': "founded: 2009\ncolours:\n  brand: '#5b8def'\n" })
  t.match(lines, [
    {
      file: 'brand.yaml',
      line: 1,
      problem: 'founded: expected text, got number',
      msg: 'content file incomplete',
    },
    { file: 'brand.yaml', line: 3, problem: /7:1 is needed; #324d83/, msg: 'content file incomplete' },
  ])
})

t.test('an error of the upstream is passed on as it is', async (t) => {
  const { config, origin } = await createWorld(t)
  origin.json(configPath, { success: false, msg: 'no' }, 500)
  const { response } = await config()
  t.equal(response.status, 500)
})
