// Rich text of a page: its pictures get the copies that this server has, and its files the digests in their addresses.
import { Parser } from 'htmlparser2'
import { renderToStaticMarkup } from 'react-dom/server'
import { CopySources } from '../../client/ui/picture.tsx'
import type { SafeHtml } from '../../shared/content/reader.ts'
import { escapeHtml } from '../../shared/escape-html.ts'
import { imageSizes, type Media, sizeWithin } from '../../shared/image.ts'

type Attributes = Record<string, string>

/**
 * The tags of images and links are written anew; all else stays as it is. With each page, not when an item is stored: a picture is
 * measured after the first page that shows it, and its version is that of its file.
 */
export function textWith(html: SafeHtml, media: Media): string {
  if (!html.includes('/media/')) return html
  let written = ''
  let end = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      const tag =
        name === 'img' ? image(attributes, media) : name === 'a' ? link(attributes, media) : undefined
      if (tag === undefined) return
      written += html.slice(end, parser.startIndex) + tag
      end = parser.endIndex + 1
    },
  })
  parser.end(html)
  return written + html.slice(end)
}

function link({ href = '', ...others }: Attributes, media: Media): string | undefined {
  const url = media.urlOf(href)
  return url === href ? undefined : tagOf('a', { href: url, ...others })
}

function image({ src = '', width, height, ...others }: Attributes, media: Media): string {
  const picture = media.pictureOf(src)
  const size = picture ? sizeWithin(picture, Number(width) || undefined) : { width, height }
  const attributes = { src: media.urlOf(src), ...others, ...size }
  const img = tagOf('img', { ...attributes, 'data-colour': picture?.colour })
  const sources = picture && renderToStaticMarkup(<CopySources of={picture} sizes={imageSizes} />)
  return sources ? `<picture>${sources}${img}</picture>` : img
}

function tagOf(name: string, attributes: Record<string, string | number | undefined>): string {
  const written = Object.entries(attributes).map(([attribute, value]) =>
    value === undefined ? '' : ` ${attribute}="${escapeHtml(String(value))}"`,
  )
  return `<${name}${written.join('')}>`
}
