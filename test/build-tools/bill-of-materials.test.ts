// What the build says of the code of others that it holds.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { distDir } from '../helpers/site.ts'

type Component = { name: string; version: string; purl: string; licenses: object[]; 'bom-ref': string }
const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFile(join(distDir, file), 'utf8')
const allowed = /^(?:MIT|BlueOak-1.0.0|BSD-[23]-Clause|0BSD|ISC|Apache-2.0|Unlicense|MIT-0|MPL-2.0|OFL-1.1)$/

t.test('the SBOM names every package of the bundles, at the version of the lock file', async (t) => {
  const sbom = JSON.parse(await read('sbom.cdx.json'))
  const components = sbom.components as Component[]
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>
  }
  t.match(sbom, { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 })
  t.match(sbom.serialNumber, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  const names = components.map(({ name }) => name)
  for (const name of ['fastify', 'react-dom', 'undici', '@fingerprintjs/fingerprintjs', 'ioredis', 'satori'])
    t.ok(names.includes(name), name)
  for (const name of ['esbuild', 'tap', 'typescript']) t.notOk(names.includes(name), name)
  for (const { name, version, purl, licenses } of components) {
    const locked = Object.entries(packages).filter(([path]) => path.endsWith(`node_modules/${name}`))
    t.ok(
      locked.some(([, one]) => one.version === version),
      `${name} ${version}`,
    )
    t.equal(purl, `pkg:npm/${name.replace('@', '%40')}@${version}`)
    for (const one of licenses as { license?: { id: string }; expression?: string }[])
      t.match(one.license?.id ?? one.expression, allowed, name)
  }
  t.equal(new Set(components.map((one) => one['bom-ref'])).size, components.length)
  t.equal(sbom.dependencies.length, components.length + 1)
})

t.test('the notices have the licence of each of them', async (t) => {
  const text = await read('THIRD-PARTY-NOTICES.txt')
  const { components } = JSON.parse(await read('sbom.cdx.json')) as { components: Component[] }
  for (const { name, version } of components) t.ok(text.includes(`\n${name} ${version} (`), name)
  t.match(text, /Copyright.*Meta Platforms/)
  t.notMatch(text, root)
})

t.test(
  'the notices say where the source code of packages under MPL-2.0 is, and hold the licence of the font',
  async (t) => {
    const text = await read('THIRD-PARTY-NOTICES.txt')
    t.match(text, 'Source code: https://github.com/vercel/satori.')
    t.match(text, 'Source code: https://github.com/yisibl/resvg-js.')
    t.match(text, /@fontsource\/noto-sans-sc [\d.]+ \(OFL-1\.1\)[\s\S]+SIL OPEN FONT LICENSE/)
  },
)
