// Section of a page below its text, with its title beside it on wide screens.
import type { ReactNode } from 'react'

export function Block({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="block split">
      <h2 id={id}>{title}</h2>
      <div>{children}</div>
    </section>
  )
}
