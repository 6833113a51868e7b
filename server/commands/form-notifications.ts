// Notifications for the forms command: their states by message, and a test message.
import { listOf, type SiteLanguages } from '../../shared/languages.ts'
import type { Channel } from '../forms/notify/channel.ts'
import type { ChannelName, Outbox, StoredSubmission } from '../forms/outbox.ts'
import type { Outcome, Submission } from '../forms/submission.ts'

export type ChannelOutboxes = { channel: ChannelName; outboxes: Outbox[] }

/** Messages that some channel has not sent, one for each key, oldest first. */
export async function unsentMessages(channels: ChannelOutboxes[]): Promise<StoredSubmission[]> {
  const lists = channels.flatMap(({ outboxes }) => outboxes.map((outbox) => outbox.list()))
  const all = (await Promise.all(lists)).flat()
  return [...new Map(all.map((one) => [one.key, one])).values()]
}

/** For each channel that knows one of the keys: the states by key. What is not sent in one store counts as not sent. */
export async function notificationStates(channels: ChannelOutboxes[], keys: string[]) {
  const read = async ({ channel, outboxes }: ChannelOutboxes) => {
    const known = await Promise.all(outboxes.map((outbox) => outbox.states(keys)))
    const all = known.flatMap((states) => [...states])
    const [sent, unsent] = [true, false].map((isSent) =>
      all.filter(([, state]) => (state === 'delivered') === isSent),
    )
    return { channel, states: new Map([...(sent ?? []), ...(unsent ?? [])]) }
  }
  return Promise.all(channels.map(read))
}

/** `now` in milliseconds since 1970. */
type TestOptions = { formName: string; languages: SiteLanguages; now: number }

/** Sends a message by each channel; rejects where one failed, or there is none. */
export async function sendTest(
  channels: Channel[],
  { formName, languages, now }: TestOptions,
): Promise<string> {
  if (channels.length === 0)
    throw new Error('no notifications are configured: set SMTP_URL and NOTIFY_TO, or NOTIFY_URL')
  const submission = testMessage({ formName, languages, now })
  const outcomes = await Promise.all(
    channels.map(async ({ name, send }) => ({ name, outcome: await send({ submission, attempts: 1 }) })),
  )
  const text = outcomes.map(({ name, outcome }) => `${name}: ${outcomeText(outcome)}\n`).join('')
  if (outcomes.some(({ outcome }) => outcome.kind !== 'delivered')) throw new Error(text.trimEnd())
  return text
}

const testTexts = {
  zh: '这是一条测试通知，没有访客留言。',
  en: 'This is a test notification; no visitor has written.',
}

function testMessage({ formName, languages, now }: TestOptions): Submission {
  const message = listOf(languages)
    .map((locale) => testTexts[locale])
    .join('\n')
  return {
    key: `test-${now}`,
    path: `/api/home/form/${formName}`,
    locale: languages[0],
    fingerprint: '',
    flags: [],
    receivedAt: now,
    body: JSON.stringify({ message, name: 'Test' }),
  }
}

function outcomeText(outcome: Outcome): string {
  if (outcome.kind === 'delivered') return 'sent'
  return `not sent, ${outcome.kind === 'failed' ? outcome.reason : `status ${outcome.response.status}`}`
}
