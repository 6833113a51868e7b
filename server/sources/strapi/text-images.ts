// The files of images in Markdown and HTML of Strapi, by their addresses in the media library.

import { mostItems } from '../entries/entries.ts'
import { createTextImages } from '../entries/text-images.ts'
import type { SourceContext, System } from '../systems/source.ts'
import { type Json, objectsOf, textFrom } from '../systems/values.ts'
import { anyOf, fieldsQuery } from './client.ts'
import { mediaFields } from './fields.ts'

/** Below this path of Strapi are the files of the media library. */
export const mediaFolder = '/uploads/'

const notAllowed = 403
const ownFile = /^\/media\/([^/?#]+)$/

export const createStrapiImages = (context: Pick<SourceContext, 'addresses'>) =>
  createTextImages(context, { keyOf, filesOf })

function keyOf(url: string): string | undefined {
  const name = ownFile.exec(url)?.[1]
  return name && mediaFolder + name
}

/** None where the token may not read the media library, such as one of type Custom. */
async function filesOf(system: System, urls: string[]): Promise<Map<string, Json>> {
  const query = {
    ...anyOf('url', urls),
    ...fieldsQuery(mediaFields),
    'pagination[pageSize]': mostItems,
  }
  const response = await system.get('/api/upload/files', query, { accept: [notAllowed] })
  return new Map(objectsOf(response.body).map((file) => [textFrom(file['url']) ?? '', file]))
}
