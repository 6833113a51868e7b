// Browser tests over the sample site.
import type { Test } from 'tap'
import { createBrowserTest } from '../helpers/browser.ts'
import { sampleFolder } from '../helpers/origin.ts'

type BrowserTest = Awaited<ReturnType<typeof createBrowserTest>>
type Declare = (sentence: string, run: Parameters<BrowserTest>[1]) => void

export async function createSampleTest(t: Test): Promise<Declare & { long: Declare }> {
  const test = await createBrowserTest(t)
  const over =
    (declare: BrowserTest['long']): Declare =>
    (sentence, run) =>
      declare(sentence, run, { folder: sampleFolder })
  return Object.assign(over(test), { long: over(test.long) })
}
