// Side navigation: sibling pages as a list beside the text or as chips above it.

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
            <a href={link.to} aria-current={link.id === current ? 'page' : undefined}>
              {link.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
