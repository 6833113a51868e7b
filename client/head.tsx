// The document's metadata as elements.
import type { HeadModel } from '../shared/head.ts'

export function Head({ head }: { head: HeadModel }) {
  return (
    <>
      <title>{head.title}</title>
      {head.canonical && <link rel="canonical" href={head.canonical} />}
      {head.alternates.map((alternate) => (
        <link key={alternate.hrefLang} rel="alternate" {...alternate} />
      ))}
      {head.feeds?.map((feed) => (
        <link key={feed.href} rel="alternate" {...feed} />
      ))}
      {head.metas.map((meta) => (
        <meta key={'name' in meta ? meta.name : meta.property} {...meta} />
      ))}
    </>
  )
}
