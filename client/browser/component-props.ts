// New props of a client component that is on the page: an event at its element.

export const propsEvent = 'client:props'

/** False where no component runs at the element. */
export function changeProps(element: HTMLElement, props: string): boolean {
  const before = element.dataset['props']
  element.dataset['props'] = props
  return before === props || !element.dispatchEvent(new Event(propsEvent, { cancelable: true }))
}
