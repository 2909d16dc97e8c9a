import { elementsBelow, type PageElement, textOf } from './page-node.ts'

const mark = /^[¶#§🔗∞\s]*$/u

/** Whether an element is what documentation tools put beside headings as a link to themselves. */
export function isSelfLink({ name, attributes, children }: PageElement): boolean {
  if (name !== 'a' || !attributes.href?.includes('#') || !mark.test(textOf(children))) return false
  if (elementsBelow(children).some(({ name: inner }) => inner === 'img')) return false
  return attributes['aria-label'] === undefined || textOf(children) !== ''
}
