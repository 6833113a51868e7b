// brand.yaml: what is read, and how its mistakes are reported.
import t from 'tap'
import { createWorld } from './world.ts'

const logo = '<svg xmlns="http://www.w3.org/2000/svg"/>'

async function configOf(world: Awaited<ReturnType<typeof createWorld>>) {
  return (await world.post('/api/home/config/base', {})).json.data
}

t.test('names and facts of the brand are those of the site where it has no others', async (t) => {
  const titles = { zh: { title: '水表厂' }, en: { title: 'Meter Works' } }
  const rows: [files: Record<string, string>, config: object][] = [
    [{}, titles],
    [{ 'brand.yaml': '# later\n' }, titles],
    [
      { 'site.yaml': 'zh: {}\n', 'brand.yaml': 'zh: { name: 回声 }\nen: { name: Echo }\n' },
      { zh: { title: '回声', name: '回声' }, en: { title: 'Echo', name: 'Echo' } },
    ],
    [
      { 'brand.yaml': "zh: { name: 回声, phone: '021' }\n" },
      { zh: { phone: '021' }, en: { title: 'Meter Works', phone: '021', name: undefined } },
    ],
  ]
  for (const [files, config] of rows) {
    const world = await createWorld(t, files)
    t.strictSame(world.problems(), [])
    t.match(await configOf(world), config)
  }
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
  const problems = world.problems().map((problem) => problem.replace('brand.yaml:', ''))
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
  const config = await configOf(world)
  t.match(config.zh, { title: '水表厂', slogan: '准', logo_dark: '/media/logo-80x20.svg' })
  t.strictSame(config.social, [{ name: 'A', url: 'https://a.example/' }])
  t.notOk(config.brand?.colours?.brand)
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
  t.match((await configOf(world)).brand.colours, {
    brand: { light: '#334a66', dark: '#8ab4ff' },
    on_brand: { dark: '#0c111b' },
    control: { light: '#6b7789' },
    ink: '#0b1b38',
  })
})
