// brand.yaml: what is read, and how its mistakes are reported.
import t from 'tap'
import { createWorld } from './world.ts'

const logo = '<svg xmlns="http://www.w3.org/2000/svg"/>'

async function configOf(world: Awaited<ReturnType<typeof createWorld>>) {
  return (await world.post('/api/home/config/base', {})).json.data
}

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
    '9 social[2].url: unsafe URL: must start with / or https://',
  ])
  const config = await configOf(world)
  t.match(config.zh, { title: '水表厂', slogan: '准', logo_dark: '/media/logo-80x20.svg' })
  t.strictSame(config.social, [{ name: 'A', url: 'https://a.example/' }])
  t.notOk(config.brand?.colours?.brand)
})
