// The files of images in texts of Directus, by their ids.

import { mostItems } from '../entries/entries.ts'
import { createTextImages } from '../entries/text-images.ts'
import type { SourceContext, System } from '../systems/source.ts'
import { type Json, objectsOf, textFrom, valueAt } from '../systems/values.ts'
import { fileFields } from './fields.ts'
import { fileOf } from './rows.ts'

const notAllowed = 403
const ownFile = /^\/media\/(?:site-[a-z]{2}\/)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:[./?]|$)/i

export const createDirectusImages = (context: Pick<SourceContext, 'addresses'>) =>
  createTextImages(context, { keyOf: (url) => ownFile.exec(url)?.[1]?.toLowerCase(), filesOf })

async function filesOf(system: System, ids: string[]): Promise<Map<string, Json>> {
  const query = {
    fields: fileFields.join(','),
    limit: mostItems,
    filter: JSON.stringify({ id: { _in: ids } }),
  }
  const response = await system.get('/files', query, { accept: [notAllowed] })
  const files = objectsOf(valueAt(response.body, 'data'))
  return new Map(files.map((file) => [textFrom(file['id']) ?? '', fileOf(file)]))
}
