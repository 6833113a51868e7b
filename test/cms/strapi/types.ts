// The content types of the test's Strapi, as its editor of content types would write them: files of the application.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const localized = { pluginOptions: { i18n: { localized: true } } }
const inEach = (type: string, more: object = {}) => ({ type, ...localized, ...more })
const files = { type: 'media', multiple: true }
const relation = (kind: string, target: string) => ({
  type: 'relation',
  relation: kind,
  target: `api::${target}.${target}`,
})
const list = (component: string) =>
  inEach('component', { component: `shared.${component}`, repeatable: true })

const item = {
  title: inEach('string'),
  slug: { type: 'string' },
  cover: inEach('media', { multiple: false }),
}
const article = { ...item, summary: inEach('text'), tags: relation('manyToMany', 'tag') }
const order = { type: 'integer' }

/** Rich text in all of its forms: Markdown, blocks, a dynamic zone. */
const collections: Record<string, object> = {
  article: {
    ...article,
    body: inEach('richtext'),
    date: { type: 'datetime' },
    author: inEach('string'),
    parent: relation('manyToOne', 'article'),
  },
  product: {
    ...article,
    body: inEach('blocks'),
    order,
    specs: list('spec'),
    gallery: inEach('media', { multiple: true }),
    files: { ...files, ...localized },
    parent: relation('manyToOne', 'product'),
  },
  service: {
    ...article,
    order,
    body: inEach('dynamiczone', {
      components: ['shared.text', 'shared.picture', 'shared.quote', 'shared.section'],
    }),
  },
  solution: { ...article, body: inEach('richtext'), order },
  page: { ...item, body: inEach('richtext'), order },
  download: { ...item, description: inEach('text'), items: list('file'), order },
  manual: { ...item, body: inEach('richtext'), files: { ...files, ...localized }, order },
  tag: { name: inEach('string') },
}

const texts = ['title', 'description', 'company', 'slogan', 'phone', 'email', 'address', 'hours', 'icp']
const singles: Record<string, object> = {
  global: Object.fromEntries(texts.map((name) => [name, inEach('string')])),
  menu: { items: list('entry') },
  label: { items: list('label') },
  banner: { items: list('slide') },
}

const text = { type: 'string' }
const components: Record<string, object> = {
  spec: { name: text, value: text },
  text: { body: { type: 'richtext' } },
  picture: { file: { type: 'media', multiple: false }, caption: text },
  quote: { body: { type: 'text' }, title: text },
  file: {
    name: text,
    description: { type: 'text' },
    version: text,
    published_at: { type: 'datetime' },
    file: { type: 'media', multiple: false },
  },
  link: { title: text, path: text },
  card: { title: text, button: { type: 'component', component: 'shared.link', repeatable: false } },
  section: { title: text, cards: { type: 'component', component: 'shared.card', repeatable: true } },
  entry: {
    title: text,
    path: text,
    children: { type: 'component', component: 'shared.link', repeatable: true },
  },
  label: { key: text, value: { type: 'text' } },
  slide: {
    title: text,
    subtitle: { type: 'text' },
    link: text,
    link_text: text,
    image: { type: 'media', multiple: false },
    image_mobile: { type: 'media', multiple: false },
  },
}

export async function writeTypes(app: string): Promise<void> {
  const all = [
    ...Object.entries(collections).map(([name, attributes]) => filesOf(name, 'collectionType', attributes)),
    ...Object.entries(singles).map(([name, attributes]) => filesOf(name, 'singleType', attributes)),
    ...Object.entries(components).map(([name, attributes]) => ({
      [`src/components/shared/${name}.json`]: JSON.stringify({
        collectionName: `components_${name}`,
        info: { displayName: name },
        options: {},
        attributes,
      }),
    })),
  ]
  for (const [path, content] of Object.entries(Object.assign({}, ...all) as Record<string, string>)) {
    await mkdir(dirname(join(app, path)), { recursive: true })
    await writeFile(join(app, path), content)
  }
}

/** A type, and the controller, route and service that Strapi generates for it. */
function filesOf(name: string, kind: string, attributes: object): Record<string, string> {
  const schema = {
    kind,
    collectionName: `${name}s`,
    attributes,
    pluginOptions: { i18n: { localized: true } },
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish: kind === 'collectionType' && name !== 'tag' },
  }
  const core = (factory: string) =>
    `module.exports = require('@strapi/strapi').factories.${factory}('api::${name}.${name}')\n`
  const folder = `src/api/${name}`
  return {
    [`${folder}/content-types/${name}/schema.json`]: JSON.stringify(schema),
    [`${folder}/controllers/${name}.js`]: core('createCoreController'),
    [`${folder}/routes/${name}.js`]: core('createCoreRouter'),
    [`${folder}/services/${name}.js`]: core('createCoreService'),
  }
}
