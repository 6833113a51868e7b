// Categories of downloads: by id, and the default one, which `/download` shows.
import { firstByOrder } from '../constants.ts'
import type { Download } from '../content/content.ts'
import { apiError, found } from '../errors.ts'
import type { Api } from './api.ts'

type Lookups = Pick<Api, 'download'>

/** The category with the configured id, else the first by the order of the upstream; undefined where there is none. */
export async function defaultDownload(api: Lookups, configuredId: number): Promise<Download | undefined> {
  return (
    (await found(api.download({ id: configuredId }))) ?? (await found(api.download({ id: firstByOrder })))
  )
}

export async function downloadBy(api: Lookups, id: string): Promise<Download> {
  if (Number(id) === firstByOrder)
    throw apiError('missing', `category of downloads ${id}: not the id of a category`)
  return api.download({ id })
}
