// Side navigation: sibling pages as a list beside the text or as chips above it.
import { Link } from '../router.ts'

type Props = {
  title: string
  links: { id: number; title: string; to: string }[]
  current: number
  className: string
}

export function SideNav({ title, links, current, className }: Props) {
  return (
    <nav aria-label={title}>
      <ul className={className}>
        {links.map((link) => (
          <li key={link.id}>
            <Link to={link.to} aria-current={link.id === current ? 'page' : undefined}>
              {link.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
