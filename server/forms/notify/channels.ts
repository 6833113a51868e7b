// The notification channels as configured.
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { WebhookConfig } from '../../config/notifications.ts'
import type { Channel } from './channel.ts'
import { createEmailChannel } from './email.ts'
import { createNotices, type NoticeOptions } from './notice.ts'

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
  // Loaded on demand, as the library of the e-mails is.
  const webhookChannel = async (config: WebhookConfig) =>
    (await import('./webhook.ts')).createWebhookChannel({ config, notice, now })
  return [
    ...(email ? [await createEmailChannel({ config: email, notice, log })] : []),
    ...(webhook ? [await webhookChannel(webhook)] : []),
  ]
}
