// Files beside a text, with language, type and size: those of the text, or the first ones of a section below it.
import type { FilesInOther, LinkedFile } from '../files-in-other.ts'
import { useSite } from '../site.tsx'
import { FileDetails, FileLink, ManualLink } from './file-link.tsx'

type Props = {
  title: string
  manuals?: { id: number; title: string }[]
  files: LinkedFile[]
  inOther: FilesInOther
  /** The id of the section that has them all and the heading; it gets a link. */
  section?: string | undefined
}

const mostBeforeSection = 3

/** Files without a safe URL are left out. */
export function SideFiles({ title, manuals = [], files, inOther, section }: Props) {
  const { t } = useSite()
  const linked = files.filter(({ url }) => url !== '')
  const total = manuals.length + linked.length
  if (total === 0) return null
  // A section needs a heading: that of `section` is below.
  const Box = section ? 'div' : 'section'
  const most = section ? mostBeforeSection : total
  return (
    <Box className={section ? 'facts of-section' : 'facts'}>
      {section ? <p className="side-title">{title}</p> : <h2 className="side-title">{title}</h2>}
      <ul>
        {manuals.slice(0, most).map(({ id, title }) => (
          <li key={id}>
            <ManualLink id={id} title={title} />
          </li>
        ))}
        {linked.slice(0, Math.max(0, most - manuals.length)).map((file) => (
          <li key={file.url + file.name}>
            <FileLink file={file} className="icon-file" />
            <small>
              <FileDetails file={file} inOther={inOther} />
            </small>
          </li>
        ))}
      </ul>
      {total > most && <a href={`#${section}`}>{t('article.allFiles', { total })}</a>}
    </Box>
  )
}
