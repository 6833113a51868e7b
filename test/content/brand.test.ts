// brand.yaml: what is read, and how its mistakes are reported.
import t from 'tap'
import { createWorld } from './world.ts'

const logo = '<svg xmlns="http://www.w3.org/2000/svg"/>'

async function configOf(world: Awaited<ReturnType<typeof createWorld>>) {
  return (await world.post('/api/home/config/base', {})).json.data
}

t.test('a folder without brand.yaml, or with an empty one, has no brand and no problem', async (t) => {
  for (const files of [{}, { 'brand.yaml': '' }, { 'brand.yaml': '# later\n' }]) {
    const world = await createWorld(t, files)
    t.strictSame(world.origin.problems(), [])
    t.strictSame(await configOf(world), { zh: { title: '水表厂' }, en: { title: 'Meter Works' } })
  }
})

t.test('the title of the site is the name of the brand where it has no other', async (t) => {
  const named = { 'brand.yaml': 'zh: { name: 回声 }\nen: { name: Echo }\n' }
  const world = await createWorld(t, { 'site.yaml': 'zh: {}\n', ...named })
  t.match(await configOf(world), { zh: { title: '回声', name: '回声' }, en: { title: 'Echo', name: 'Echo' } })
  const nameless = await createWorld(t, { 'site.yaml': 'zh: { description: 回声仪器 }\n' })
  t.strictSame(nameless.warnings(), [
    {
      file: 'site.yaml',
      line: 1,
      problem: 'zh.title is missing, and brand.yaml has no zh.name',
      event: 'content file incomplete',
    },
  ])
})

t.test('English pages have the facts of the Chinese part, but not its names', async (t) => {
  const world = await createWorld(t, { 'brand.yaml': "zh: { name: 回声, phone: '021' }\n" })
  t.match(await configOf(world), { zh: { phone: '021' }, en: { title: 'Meter Works', phone: '021' } })
  t.equal((await configOf(world)).en.name, undefined)
})

t.test('a key with a mistake is named with its line and left out, and the others count', async (t) => {
  const world = await createWorld(t, {
    'media/logo-80x20.svg': logo,
    'brand.yaml': `mark: /media/mark.png
colours:
  brand: #0a45a8
  accent: blue
  control: { light: 7 }
founded: 2009
social:
  - { name: A, url: 'https://a.example/' }
  - { name: B, url: 'javascript:alert(1)' }
zh:
  name: ''
  slogan: 准
  logo: /media/logo.svg
  logo_dark: /media/logo-80x20.svg
en: English
`,
  })
  const problems = world.origin.problems().map(({ line, problem }) => `${line} ${problem}`)
  const inQuotes = "expected a colour in quotes, as '#334a66'"
  t.strictSame(problems.sort(), [
    '1 mark: expected an SVG file below /media/',
    '1 no such file: /media/mark.png',
    '11 zh.name: must not be empty',
    '13 no such file: /media/logo.svg',
    '13 zh.logo: the name of the file must end in its size, as logo-160x32.svg',
    '15 en: expected object, got string',
    '3 what follows the # is a comment: #0a45a8; put quotes around the whole text',
    `4 colours.accent: ${inQuotes}`,
    `5 colours.control.light: ${inQuotes}`,
    '6 founded: expected text, got number',
    '9 social.1.url: unsafe URL: must start with / or https://',
  ])
  for (const { file, line, effect } of world.origin.problems())
    t.match({ file, effect }, { file: 'brand.yaml', effect: line === 3 ? 'remark' : 'incomplete' })
  const config = await configOf(world)
  t.match(config.zh, { title: '水表厂', slogan: '准', logo_dark: '/media/logo-80x20.svg' })
  t.strictSame(config.social, [{ name: 'A', url: 'https://a.example/' }])
  t.notOk(config.brand?.colours?.brand)
})

t.test('a file that is no YAML is left out, and the site keeps its title', async (t) => {
  const world = await createWorld(t, { 'brand.yaml': 'zh: { name: [ }\n' })
  t.match(world.warnings(), [
    { file: 'brand.yaml', line: 1, problem: /^not YAML: /, event: 'content file left out' },
  ])
  t.strictSame((await configOf(world)).zh, { title: '水表厂' })
  const list = await createWorld(t, { 'brand.yaml': '- a\n' })
  t.match(list.warnings(), [{ file: 'brand.yaml', problem: 'expected object, got list' }])
})

t.test('a colour without enough contrast is named with ratios, and the neutral one is used', async (t) => {
  const world = await createWorld(t, {
    'brand.yaml': `colours:
  brand: { light: '#5b8def', dark: '#8ab4ff' }
  on_brand: { dark: '#888888' }
  control: '#ccc'
  ink: '#0b1b38'
`,
  })
  const problems = world.origin.problems()
  const words = (from: string, to: string, found: string, needed: number) =>
    new RegExp(`the contrast of ${from} to ${to} is ${found}:1, ${needed}:1 is needed$`)
  t.match(problems, [
    { line: 2, problem: words('#5b8def', '#e9edf3', '2.74', 7) },
    { line: 3, problem: words('#888888', '#8ab4ff', '1\\.\\d+', 7) },
    { line: 4, problem: words('#cccccc', '#e9edf3', '1.36', 3) },
  ])
  t.equal(problems.length, 3)
  const { colours } = (await configOf(world)).brand
  t.match(colours, {
    brand: { light: '#334a66', dark: '#8ab4ff' },
    on_brand: { dark: '#0c111b' },
    control: { light: '#6b7789' },
    ink: '#0b1b38',
  })
  t.strictSame(Object.keys(colours).sort(), ['brand', 'control', 'ink', 'on_brand'])
})
