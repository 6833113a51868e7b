import t from 'tap'
import { createBrowserTest, hydrated } from '/work/main/test/helpers/browser.ts'
const test = await createBrowserTest(t)
test('x', async (t, { site, visit }) => {
  const { page, trouble } = await visit('/en/news')
  await page.route(/_payload\.json/, (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('link', { name: 'Holidays' }).click()
  await page.getByRole('heading', { level: 1, name: 'Holidays' }).waitFor()
  await new Promise(r => setTimeout(r, 1500))
  console.log(await page.locator('.recommends').innerHTML(), trouble)
  console.log(site.origin.hits.slice(-5), site.lines.filter(l => String(l.url).startsWith('/api')))
})
