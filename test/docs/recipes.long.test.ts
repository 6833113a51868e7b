// The recipes work as they are written: in a copy of the repository they are applied, built and served.
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { addressOf, compile, copyProject, failureOf, project, runIn } from '../helpers/project-copy.ts'
import { botAgent } from '../helpers/site.ts'

const siteUrl = 'https://www.tinglan.example'
const policyFile = 'server/upstream/call-policy.ts'
const contentFolder = 'my-content'

type Block = { file: string; place: 'below' | 'new' | 'whole'; anchor: string; code: string }

const recipes = readRecipes()
const root = t.testdir()
const build = () => runIn(root, process.execPath, ['build.mjs'])
const shell = (command = '') => runIn(root, 'sh', ['-c', command])
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const applyAll = (isWanted: (file: string) => boolean) =>
  recipes.blocks.filter(({ file }) => isWanted(file)).forEach(apply)

t.before(() => copyProject(root))

t.test('the edits of the recipes build, and a call without a cache policy is named', async (t) => {
  applyAll((file) => file !== policyFile && !file.startsWith(contentFolder))
  const { stderr } = await build()
  t.match(stderr, 'server/upstream/call-policy.ts has no line for the call "offices" of shared/api/calls.ts')
})

t.test('the commands of the recipes run, and a field of products is in the documents', async (t) => {
  const [documents, write, check, start] = recipes.commands
  t.equal(recipes.commands.length, 4)
  t.equal(start, `CONTENT_DIR=${contentFolder} npm start`)
  await shell(write)
  applyAll((file) => file.startsWith(contentFolder))
  const background = { width: 1280, height: 720, channels: 3, background: '#446688' } as const
  await sharp({ create: background })
    .png()
    .toFile(join(root, contentFolder, 'media/images/hall.png'))
  t.match((await shell(check)).stdout, 'no mistakes')
  await shell(documents)
  t.match(textOf('server/content/README.md'), '| `warranty` | products only |  |')
  t.match(textOf('server/content/README.zh.md'), '| `warranty` | 仅用于产品 |  |')
  t.match(textOf('shared/api/openapi.yaml'), "warranty: { type: [string, 'null'] }")
  t.match(textOf('server/ops/README.md'), '\n| `SECURITY_POLICY` |  | Page about')
})

t.test('the compiler accepts the edits, and names a text that lacks a language', async (t) => {
  const english = textOf('shared/messages/en.ts')
  writeFileSync(join(root, 'shared/messages/en.ts'), english.replace(/.*'figures\.title'.*\n/, ''))
  // And nothing else: each line of an error starts with its file.
  t.match(await failureOf(compile(root, ['shared', 'client', 'server'])), {
    stdout: /^shared\/messages\/en\.ts.*'"?figures\.title.*\n(?:(?: .*)?\n)*$/,
  })
  writeFileSync(join(root, 'shared/messages/en.ts'), english)
})

t.test('the pages of the recipes', async (t) => {
  const policy = 'https://www.tinglan.example/security'
  const security = { SECURITY_CONTACT: 'mailto:a@site.example', SECURITY_POLICY: policy }
  const get = await serve(t, security)

  t.test('a page of a known kind on another address', async (t) => {
    for (const prefix of ['', '/zh', '/en']) t.equal((await get(`${prefix}/handbooks`)).status, 200, prefix)
    t.match((await get('/handbooks')).body, `rel="canonical" href="${siteUrl}/handbooks"`)
    const { id } = JSON.parse((await get('/builds/latest.json')).body)
    t.equal(JSON.parse((await get(`/en/handbooks/_payload.json?${id}`)).body).route, 'handbooks')
    const { body } = await get('/en/sitemap.xml')
    for (const path of ['/handbooks', '/figures', '/news', '/news/1'])
      t.match(body, `<loc>${siteUrl}/en${path}</loc>`)
  })

  t.test('a page of a new kind is served in both languages with its texts', async (t) => {
    t.match((await get('/figures')).body, '公司数据</h1>')
    const { body } = await get('/en/figures')
    t.match(body, 'Facts and figures</h1>')
    t.match(body, '<title>Facts and figures | ')
  })

  t.test('a moved address is redirected', async (t) => {
    t.match(await get('/old?a=1'), { status: 308, location: '/handbooks?a=1' })
    t.match(await get('/old-news/2019/fair'), { status: 308, location: '/news' })
    t.equal((await get('/campaign-2019')).status, 410)
  })

  t.test('a business call without a cache policy is served and not stored', async (t) => {
    await get('/api/home/offices?lang=en')
    const { body, cacheStatus } = await get('/api/home/offices?lang=en')
    t.match(JSON.parse(body), { success: true, data: [{ city: 'Ningbo' }] })
    t.notMatch(cacheStatus, 'hit')
  })

  t.test('a field of products and a picture of the own content folder are on its page', async (t) => {
    t.match((await get('/product/9001')).body, '质保五年')
    const response = await get('/api/home/article/detail/9001?lang=en')
    t.equal(JSON.parse(response.body).data.warranty, 'Five years of warranty')
    const { body } = await get('/en/product/9001')
    t.match(body, '<p class="meta">Five years of warranty</p>')
    t.match(body, '/media/images/hall.png')
    t.equal((await get('/media/images/hall.png?w=480&f=avif')).status, 200)
  })

  t.test('a setting and a metric', async (t) => {
    t.match((await get('/.well-known/security.txt')).body, `\nPolicy: ${policy}\n`)
    t.match((await get('/metrics')).body, /^site_uptime_seconds [\d.]+$/m)
  })
})

t.test('a component with state is on the page of all components', async (t) => {
  const get = await serve(t, { NODE_ENV: 'development' })
  const { body } = await get('/_kit')
  t.match(body, /data-client="FlowRate" data-client-on="visible" data-props="[^"]*"><p>90 L\/s/)
  const script = readdirSync(join(root, 'dist/assets')).find((name) => name.startsWith('flow-rate-'))
  t.equal((await get(`/assets/${script}`)).status, 200)
})

t.test('with its cache policy the business call is stored', async (t) => {
  applyAll((file) => file === policyFile)
  await checkFormat()
  t.notMatch((await build()).stderr, 'offices')
  const get = await serve(t)
  await get('/api/home/offices?lang=en')
  t.match((await get('/api/home/offices?lang=en')).cacheStatus, 'hit')
})

t.test('a page of a kind without a file stops the build', async (t) => {
  rmSync(join(root, 'client/pages/figures.tsx'))
  t.match(await failureOf(build()), {
    stderr: /the route "figures" is of the kind "figures", and there is no client\/pages\/figures\.tsx/,
  })
})

/** The fenced blocks of the section "Recipes", each with the line before it. */
function readRecipes(): { blocks: Block[]; commands: string[] } {
  const contributing = readFileSync(join(project, '.github/CONTRIBUTING.md'), 'utf8')
  const [text = ''] = /^## Recipes\n[\s\S]*?(?=^## |$(?![\s\S]))/m.exec(contributing) ?? []
  const fences = [...text.matchAll(/(.*)\n\n```(\w+)\n([\s\S]*?)```/g)]
  const edits = fences.filter(([, , language]) => language !== 'sh')
  const shells = fences.filter(([, , language]) => language === 'sh')
  return {
    blocks: edits.map(([, heading = '', , code = '']) => readBlock(heading, code)),
    commands: shells.flatMap(([, , , code = '']) => code.trim().split('\n')),
  }
}

function readBlock(heading: string, code: string): Block {
  const [, below, anchor = ''] = /^In `([^`]+)`, below `(.+)`:$/.exec(heading) ?? []
  if (below) return { file: below, place: 'below', anchor, code }
  const [, place, file] = /^The (new file|whole of) `([^`]+)`:$/.exec(heading) ?? []
  if (file) return { file, place: place === 'new file' ? 'new' : 'whole', anchor, code }
  throw new Error(`a block of the recipes has no line that names its file and place: ${heading}`)
}

function apply({ file, place, anchor, code }: Block): void {
  const path = join(root, file)
  mkdirSync(dirname(path), { recursive: true })
  if (place !== 'below') {
    writeFileSync(path, code, { flag: place === 'new' ? 'wx' : 'w' })
    return
  }
  const lines = readFileSync(path, 'utf8').split('\n')
  const found = lines.flatMap((line, index) => (line.includes(anchor) ? [index] : []))
  if (found.length !== 1) throw new Error(`${file} has ${found.length} lines with ${anchor}`)
  lines.splice(found[0]! + 1, 0, code.trimEnd())
  writeFileSync(path, lines.join('\n'))
}

/** Rejects where the linter does not accept a file with the blocks in it. */
function checkFormat() {
  const files = recipes.blocks.map(({ file }) => file).filter((file) => /\.(?:tsx?|json)$/.test(file))
  const linter = join(project, 'node_modules/@biomejs/biome/bin/biome')
  return runIn(root, process.execPath, [linter, 'check', '--vcs-enabled=false', ...new Set(files)])
}

/** GET of the build of the copy with the own content folder, on a free port until the test ends. */
async function serve(t: Test, settings: Record<string, string> = {}) {
  const own = { HOST: '127.0.0.1', PORT: '0', SITE_URL: siteUrl, CONTENT_DIR: contentFolder, ...settings }
  const env = { ...process.env, ...own }
  const server = spawn(process.execPath, ['dist/server/main.js'], { cwd: root, env })
  t.teardown(() => server.kill('SIGKILL'))
  const base = await addressOf(server.stdout)
  return async (path = '') => {
    const headers = { 'user-agent': botAgent, accept: '*/*' }
    const response = await fetch(base + path, { headers, redirect: 'manual' })
    const [location, cacheStatus] = ['location', 'cache-status'].map((name) => response.headers.get(name))
    return {
      status: response.status,
      location,
      cacheStatus: cacheStatus ?? '',
      body: await response.text(),
    }
  }
}
