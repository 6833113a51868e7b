// What has to hold while a content system changes: drafts in previews, its own webhooks, and the program killed under load.
import type { Cms } from './cms.ts'
import { waitFor } from './process.ts'
import type { Visitor } from './visitor.ts'

const webhookMs = 20_000
const requests = 400

/** A draft is in a preview of its list and has a page there; the public addresses do not have it. */
export async function checkPreview(visitor: Visitor, cms: Cms, operator: string): Promise<void> {
  const title = `草稿${Date.now()}`
  await cms.createDraft(title)
  const linkTo = async (path: string) => {
    const { url = '' } = (await visitor.post('/ops/preview', { path }, operator)) as { url?: string }
    return visitor.get(url)
  }
  const list = await linkTo('/zh/news')
  const path = itemTitled(list.body, title)
  visitor.expect('a preview of the list has the draft', path !== undefined, String(list.status))
  if (path === undefined) return
  const page = await linkTo(path)
  const isShown = page.status === 200 && page.body.includes(title)
  visitor.expect('the preview link shows the draft', isShown, `${path} ${page.status}`)
  const { status } = await visitor.get(path)
  visitor.expect('its public address is 404', status === 404, `${path} ${status}`)
  visitor.expect('its list does not have it', !(await visitor.get('/zh/news')).body.includes(title))
}

/** The address of the item whose link contains a text. */
function itemTitled(body: string, title: string): string | undefined {
  const link = body.split('<a ').find((part) => part.includes(title) && part.includes('href="'))
  const found = link && /href="(?:\/zh)?(\/news\/\d+)/.exec(link)?.[1]
  return found && `/zh${found}`
}

export async function checkWebhooks(visitor: Visitor, cms: Cms): Promise<void> {
  const { body } = await visitor.get('/zh/news')
  const path = `/zh/news/${/href="\/(?:zh\/)?news\/(\d+)"/.exec(body)?.[1]}`
  await visitor.get(path)
  const title = `标题${Date.now()}`
  await cms.changeTitle(title)
  const isChanged = async () =>
    (await visitor.get(path)).body.includes(title) && (await visitor.get('/zh/news')).body.includes(title)
  const become = (isSo: () => Promise<boolean>) =>
    waitFor('a webhook', isSo, webhookMs).then(
      () => true,
      () => false,
    )
  visitor.expect('a webhook purges a changed article and its list', await become(isChanged), path)
  await cms.unpublish()
  const isGone = async () =>
    (await visitor.get(path)).status === 404 && !(await visitor.get('/zh/news')).body.includes(title)
  visitor.expect('a webhook purges an article that is not public any more', await become(isGone), path)
  for (const { name, make, isSeen } of cms.otherChanges ?? []) {
    // What is requested before is stored.
    const isSeenBefore = await isSeen(visitor.get)
    await make()
    visitor.expect(`a webhook purges ${name}`, !isSeenBefore && (await become(() => isSeen(visitor.get))))
  }
}

/** The system is killed while requests are made and everything is stale; then it is there again. */
export async function checkOutage(
  visitor: Visitor,
  cms: Cms,
  operator: string,
  paths: string[],
): Promise<void> {
  // What the changes before have purged.
  const good = (await visitor.all(paths)).filter(({ status }) => status === 200).map(({ path }) => path)
  const wanted = Array.from({ length: requests }, (_, index) => good[index % good.length]!)
  const purge = () => visitor.post('/ops/purge', { all: true }, operator)
  await purge()
  const [during] = await Promise.all([visitor.all(wanted), cms.kill()])
  await purge()
  const after = await visitor.all(wanted)
  const failed = [...during, ...after].filter(({ status }) => status !== 200)
  visitor.expect(
    `${2 * requests} requests of ${good.length} stale pages while the system is killed and after`,
    failed.length === 0,
    `${failed.length} failed: ${failed[0]?.path} ${failed[0]?.status}`,
  )
  await cms.restart()
  const isFresh = async () => {
    await purge()
    return (await visitor.get('/readyz')).status === 200 && (await visitor.get('/zh/news')).status === 200
  }
  const isBack = await waitFor('the system', isFresh, webhookMs).then(
    () => true,
    () => false,
  )
  visitor.expect('ready after the system has started again', isBack)
}
