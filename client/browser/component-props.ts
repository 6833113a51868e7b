// New props of a client component that is on the page: an event at its element.

export const propsEvent = 'client:props'

export function changeProps(element: HTMLElement, props: string): void {
  if (element.dataset['props'] === props) return
  element.dataset['props'] = props
  element.dispatchEvent(new Event(propsEvent))
}
