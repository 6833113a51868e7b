// The notification channels as configured.
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { Channel } from './channel.ts'
import { createEmailChannel } from './email.ts'
import { createNotices, type NoticeOptions } from './notice.ts'
import { createWebhookChannel } from './webhook.ts'

type ChannelsOptions = {
  config: Pick<Config, 'email' | 'webhook' | 'siteUrl' | 'formName'>
  form: NoticeOptions['form']
  messages: NoticeOptions['messages']
  facts: NoticeOptions['facts']
  log: FastifyBaseLogger
  now: () => number
}

export async function createChannels(options: ChannelsOptions): Promise<Channel[]> {
  const { config, form, messages, facts, log, now } = options
  const { email, webhook, siteUrl, formName } = config
  const notice = createNotices({ siteUrl, formName, form, messages, facts })
  return [
    ...(email ? [await createEmailChannel({ config: email, notice, log })] : []),
    ...(webhook ? [createWebhookChannel({ config: webhook, notice, now })] : []),
  ]
}
